#!/bin/bash
# Runs a command as root in a QEMU guest on Debian's own kernel, which has what this machine's kernel need not
# have: the RDMA stack, with two devices made of software.
#
#   run_in_guest.sh [-t SECONDS] [-s SCRATCH] [-m MIB] [-i] [-v] COMMAND [ARGUMENT...]
#
# The devices are rxe0 (RoCE) on dummy0 with 10.77.0.1/24 and siw0 (iWARP) on dummy1 with 10.77.1.1/24. The
# guest sees the host's files, read-only below an overlay that goes with it; SCRATCH alone is shared to write,
# as $SCRATCH. Prints what the command prints and ends with its status; 124 if the time is over, 125 if the
# guest failed. -i gives the guest one processor and a clock that counts its instructions, 8 ns each: what it
# measures hardly depends on the load of the host. -v prints how the guest was set up, and its console.
#
# The first run downloads a kernel, and the source of siw, which Debian does not build: 225 MB, into
# $VERBATIM_GUEST_CACHE, by default below ~/.cache. No KVM is needed. Packages: qemu-system-x86 busybox-static
# cpio kmod iproute2 xz-utils gcc-12 make.
set -euo pipefail
cache=${VERBATIM_GUEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/verbatim-guest}
seconds=300 scratch='' mib=2048 verbose=0
processors=(-accel tcg,thread=multi -smp "$(nproc)")
kernel_arguments="console=ttyS0 quiet panic=-1 mitigations=off nokaslr random.trust_cpu=on rcupdate.rcu_expedited=1
  tsc=reliable no_timer_check cryptomgr.notests i8042.noaux i8042.nokbd"

usage() { sed -n '2,15s/^# \{0,1\}//p' "$0" >&2; exit 125; }
fail() { echo "run_in_guest.sh: $*" >&2; exit 125; }

while getopts t:s:m:iv option; do
  case $option in
    t) seconds=$OPTARG ;;
    s) scratch=$OPTARG ;;
    m) mib=$OPTARG ;;
    i) processors=(-accel tcg,thread=single -icount shift=3 -smp 1) ;;
    v) verbose=1 ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage

# The kernel and its modules.
fetch_kernel() {
  local package=$1 packed=k/boot/vmlinuz-$kernel
  apt-get download -q "$package" >&2 || fail "cannot download $package"
  dpkg-deb -x "$package"_*.deb k
  # An unpacked kernel boots faster than one that unpacks itself in software emulation.
  local begin
  begin=$(LC_ALL=C grep -abom1 $'\xfd7zXZ' "$packed" | head -1 | cut -d: -f1)
  tail -c "+$((begin + 1))" "$packed" | xz -dc --single-stream >vmlinux 2>/dev/null || [ -s vmlinux ]
}

# The one driver that Debian leaves out.
build_siw() {
  local headers=hdr/usr/src/linux-headers-$kernel common=linux-headers-${kernel%-amd64}-common package
  apt-get download -q "linux-headers-$kernel" "$common" "linux-kbuild-${kernel%.*}" "linux-source-${kernel%.*}" >&2
  for package in linux-headers-*.deb linux-kbuild-*.deb; do dpkg-deb -x "$package" hdr; done
  dpkg-deb --fsys-tarfile linux-source-*.deb | tar xO --wildcards '*.tar.xz' |
    tar xJ --strip-components=4 --wildcards '*/drivers/infiniband/sw/siw'
  echo "include $cache/hdr/usr/src/$common/Makefile" >"$headers/Makefile"
  make -s -C "$headers" M="$cache/siw" CONFIG_RDMA_SIW=m CC=gcc-12 modules >siw.log 2>&1 ||
    fail "siw did not compile: see $cache/siw.log"
  mkdir -p "k/lib/modules/$kernel/updates"
  strip -g siw/siw.ko -o "k/lib/modules/$kernel/updates/siw.ko"
}

# The guest's first file system: loads the modules and goes on in the host's files.
make_initrd() {
  local module
  rm -rf ir
  mkdir -p ir/bin ir/m ir/proc ir/sys ir/dev ir/host ir/o ir/new ir/ctl
  cp /bin/busybox ir/bin/
  for module in virtio_pci 9pnet_virtio 9p overlay virtio_console dummy ib_uverbs ib_umad rdma_ucm rdma_rxe siw; do
    modprobe -d "$cache/k" -S "$kernel" --show-depends "$module"
  done | awk '!seen[$2]++ {print $2}' | while read -r module; do
    cp "$module" ir/m/
    echo "${module##*/}" >>ir/m/order
  done
  cat >ir/init <<'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module; do insmod "/m/$module"; done </m/order
shared=trans=virtio,version=9p2000.L,msize=512000
mount -t 9p -o "$shared" ctl /ctl && mount -t 9p -o "ro,cache=loose,$shared" host /host &&
  mount -t tmpfs -o mode=755 tmpfs /o && mkdir /o/u /o/w &&
  mount -t overlay -o lowerdir=/host,upperdir=/o/u,workdir=/o/w overlay /new || poweroff -f
. /ctl/conf
mount -t proc proc /new/proc
mount -t sysfs sys /new/sys
mount -t devtmpfs dev /new/dev
mkdir -p /new/dev/shm /new/dev/pts "/new$SCRATCH" "/new/lib/modules/$KERNEL"
mount -t tmpfs tmpfs /new/dev/shm
mount -t devpts devpts /new/dev/pts
mount -t tmpfs tmpfs /new/run
ln -s /proc/self/fd /new/dev/fd
for i in 0 1 2; do ln -s "fd/$i" "/new/dev/$(echo stdin stdout stderr | cut -d' ' -f$((i + 1)))"; done
mount -t 9p -o "cache=mmap,$shared" scratch "/new$SCRATCH"
mount --bind "/host$CACHE/k/lib/modules/$KERNEL" "/new/lib/modules/$KERNEL"
mkdir -p /new/run/ctl
mount --bind /ctl /new/run/ctl
exec switch_root /new /bin/bash /run/ctl/guest
INIT
  chmod +x ir/init
  (cd ir && find . | cpio -o -H newc --quiet | gzip -1) >initrd.gz
}

prepare() {
  mkdir -p "$cache"
  cd "$cache"
  exec 9>lock
  flock 9
  [ ! -e ready ] || return 0
  local package
  package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: //p;T;q')
  [ -n "$package" ] || fail "no package linux-image-amd64 is known: run apt-get update"
  kernel=${package#linux-image-}
  rm -rf ./*.deb k hdr siw
  fetch_kernel "$package"
  build_siw
  depmod -b k "$kernel"
  make_initrd
  echo "$kernel" >ready
}

[ -e "$cache/ready" ] || (prepare) || exit 125
kernel=$(cat "$cache/ready")
control=$(mktemp -d)
trap 'rm -rf "$control"' EXIT
[ -n "$scratch" ] || scratch=$control/scratch
mkdir -p "$scratch"
scratch=$(realpath "$scratch")
printf 'KERNEL=%q\nSCRATCH=%q\nCACHE=%q\n' "$kernel" "$scratch" "$cache" >"$control/conf"
{
  for name in PATH HOME LANG; do printf 'export %s=%q\n' "$name" "${!name-}"; done
  printf 'export SCRATCH=%q\ncd %q || cd /\n' "$scratch" "$PWD"
  printf '%q ' "$@"
  echo
} >"$control/cmd"
cat >"$control/guest" <<'GUEST'
PATH=/usr/sbin:/usr/bin:/sbin:/bin
busybox hostname guest
ulimit -l unlimited
{
  ip link set lo up
  for i in 0 1; do
    [ -e "/sys/class/net/dummy$i" ] || ip link add "dummy$i" type dummy
    ip link set "dummy$i" mtu 4500 up
    ip addr add "10.77.$i.1/24" dev "dummy$i"
  done
  rdma link add rxe0 type rxe netdev dummy0
  rdma link add siw0 type siw netdev dummy1
} >/run/ctl/setup.log 2>&1
bash /run/ctl/cmd </dev/null >/dev/vport0p1 2>&1
echo $? >/run/ctl/status
busybox sync
busybox poweroff -f
GUEST

# At the end of its standard input QEMU would close the port that the command prints to: this one has none.
mkfifo "$control/in"
exec 8<>"$control/in"

# 99 if the guest is stuck before the command begins, which happens on loaded machines.
boot() {
  setpriv --pdeathsig TERM timeout -k 5 "$seconds" qemu-system-x86_64 -machine pc "${processors[@]}" -cpu max \
    -m "$mib" -nodefaults -no-user-config -display none -no-reboot -kernel "$cache/vmlinux" \
    -initrd "$cache/initrd.gz" -append "$(echo $kernel_arguments)" -serial "file:$control/console" \
    -device virtio-serial-pci -chardev stdio,id=out,signal=off -device virtserialport,chardev=out,name=out \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
    -virtfs local,path="$control",mount_tag=ctl,security_model=none \
    -virtfs local,path="$scratch",mount_tag=scratch,security_model=none,multidevs=remap <&8 &
  qemu=$!
  for _ in $(seq 600); do
    if [ -e "$control/setup.log" ] || ! kill -0 "$qemu" 2>/dev/null; then
      wait "$qemu"
      return
    fi
    sleep 0.2
  done
  kill "$qemu"
  wait "$qemu" || true
  return 99
}

qemu=
trap '[ -z "$qemu" ] || kill "$qemu" 2>/dev/null; exit 124' TERM INT HUP
for attempt in 1 2 3; do
  ended=0
  boot || ended=$?
  [ "$ended" = 99 ] || break
  echo "run_in_guest.sh: boot $attempt is stuck" >&2
done
[ "$verbose" = 0 ] || cat "$control/setup.log" "$control/console" >&2
if [ -s "$control/status" ]; then exit "$(cat "$control/status")"; fi
if [ "$ended" = 124 ] || [ "$ended" = 137 ]; then exit 124; fi
cat "$control/console" >&2
fail "the guest ended without a status (QEMU: $ended)"
