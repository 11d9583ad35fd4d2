# A child holds standard output and error open. The judge does not wait for it: the answer is right
# as soon as the program has ended.
import subprocess

print("Alice wins", flush=True)
subprocess.Popen(["sh", "-c", "sleep 3600 & sleep 3600"])
