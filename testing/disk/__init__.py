"""Records every change to the files in a folder, and builds what a crash would leave of them."""
