// What Swift cannot call by itself: a request to the file system that is a macro.
#pragma once

/// Shuts a file system of ext4 or XFS down as a power cut does: what is not on the disk yet never gets there. Needs
/// root. `descriptor` is of any file on it. Returns 0, or an errno value.
int power_cut(int descriptor);
