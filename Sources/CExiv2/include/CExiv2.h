// exiv2 has an interface in C++ that reports errors by exceptions. Only the worker links this module.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The metadata of a picture in memory.
typedef struct photos_exiv2 photos_exiv2;

/// Loads the tables that exiv2 needs. Call this function before the sandbox is set up.
void photos_exiv2_prepare(void);

/// Returns the version of the library.
const char *photos_exiv2_version(void);

/// Reads the metadata of a picture, or with `is_tiff` those of a TIFF or a block of Exif.
///
/// The bytes must stay until the picture is closed, and writing may change them. Returns NULL and a fault of one line if
/// the picture cannot be read.
photos_exiv2 *photos_exiv2_open(void *bytes, size_t count, bool is_tiff, char *fault, size_t fault_capacity);

/// Takes Photoshop's resources of a JPEG, whose IPTC records then count as the picture's.
///
/// Returns false and a fault if the records are damaged.
bool photos_exiv2_take_resources(photos_exiv2 *picture, const void *bytes, size_t count, char *fault,
                                 size_t fault_capacity);

void photos_exiv2_close(photos_exiv2 *picture);

/// Returns the packet of XMP and its length, or NULL if there is none.
const char *photos_exiv2_xmp(const photos_exiv2 *picture, size_t *length);

/// Whether the picture has a tag, such as "Exif.Image.Rating", or a tag that begins like "Iptc.".
bool photos_exiv2_has(const photos_exiv2 *picture, const char *prefix);

/// Whether all texts in the picture's IPTC records are ASCII, or stated to be in UTF-8.
///
/// Records whose names are in the list `except`, which ends with NULL, do not count.
bool photos_exiv2_iptc_takes_utf8(const photos_exiv2 *picture, const char *const *except);

/// Removes each tag whose name begins with `prefix`.
void photos_exiv2_remove(photos_exiv2 *picture, const char *prefix);

/// Adds a tag. Types are the numbers of TIFF, and 0 is the tag's usual type.
///
/// Returns false and a fault if exiv2 knows no such tag, or cannot read the text as a value.
bool photos_exiv2_add(photos_exiv2 *picture, const char *name, int type, const char *text, char *fault,
                      size_t fault_capacity);

/// Replaces the packet of XMP.
///
/// Returns false and a fault if exiv2 cannot read the packet.
bool photos_exiv2_set_xmp(photos_exiv2 *picture, const char *packet, size_t length, char *fault,
                          size_t fault_capacity);

/// Writes the picture to memory, reads it again, and compares all tags with those that it shall have.
///
/// Returns the bytes and their count, which are valid until the picture is closed; NULL and a fault if exiv2 cannot
/// write the picture, or would change or lose another tag.
const void *photos_exiv2_write(photos_exiv2 *picture, size_t *count, char *fault, size_t fault_capacity);

/// Writes Photoshop's resources with the records of IPTC, and reads them again.
///
/// Returns the bytes and their count, which are valid until the picture is closed; NULL and a fault if exiv2 would change
/// or lose another record.
const void *photos_exiv2_write_resources(photos_exiv2 *picture, size_t *count, char *fault, size_t fault_capacity);

#ifdef __cplusplus
}
#endif
