# Looks for the source of a right submission, in the folder of submissions and where it was built.
# It sees neither.
import glob, os

found = "Bob wins"
places = glob.glob(os.environ["SUBMISSIONS"] + "/another-submission/accepted/*")
places += glob.glob("/tmp/**/victim.py", recursive=True) + glob.glob("/submission/../**/victim.py")
for place in places:
    try:
        found = open(place).read().split('"')[1]
    except OSError:
        pass
print(found)
