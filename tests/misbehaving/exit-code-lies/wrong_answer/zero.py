# A wrong answer, and an exit code that says that all is well. The answer counts.
print("Bob wins")
