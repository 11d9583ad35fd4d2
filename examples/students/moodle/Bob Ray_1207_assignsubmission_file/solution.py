print("Bob wins")
