# Right, and slow, in another process.
read -r n
sleep 0.1
echo $((n * 2))
