#include "CPowerCut.h"

#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>

/// XFS_IOC_GOINGDOWN of the kernel's fs/xfs/libxfs/xfs_fs.h, which ext4 takes too.
#define GOING_DOWN _IOR('X', 125, uint32_t)
/// Without writing the journal first.
#define NO_LOG_FLUSH 2

int power_cut(int descriptor) {
    uint32_t how = NO_LOG_FLUSH;
    return ioctl(descriptor, GOING_DOWN, &how) == 0 ? 0 : errno;
}
