"""Pictures of Factory Frenzy!"""
