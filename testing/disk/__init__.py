"""Every change of the files below a folder, recorded, and what a crash would leave of them."""
