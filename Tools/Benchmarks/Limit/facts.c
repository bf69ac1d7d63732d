// Facts: facts FILE...; opens each picture by gexiv2 and asks for the tags that an import needs, in one loop.
#include "limit.h"

#include <gexiv2/gexiv2.h>

static const char *tags[] = {
    "Exif.Image.Make", "Exif.Image.Model", "Exif.Image.Orientation", "Exif.Photo.DateTimeOriginal",
    "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal", "Exif.GPSInfo.GPSLatitude",
    "Exif.GPSInfo.GPSLongitude", "Exif.GPSInfo.GPSAltitude", "Exif.Photo.LensModel",
    "Iptc.Application2.Caption", "Xmp.dc.description",
};

int main(int count, char **words) {
    if (count < 2) fail("usage", "facts FILE...");
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE);
    if (!gexiv2_initialize()) fail("gexiv2", "does not start");
    int64_t found = 0;
    for (int i = 0; wants_more(i, 40, 3); i++) {
        int64_t start = nanoseconds();
        for (int file = 1; file < count; file++) {
            GExiv2Metadata *metadata = gexiv2_metadata_new();
            if (gexiv2_metadata_open_path(metadata, words[file], NULL)) {
                for (size_t tag = 0; tag < sizeof tags / sizeof *tags; tag++) {
                    char *text = gexiv2_metadata_try_get_tag_string(metadata, tags[tag], NULL);
                    found += text != NULL;
                    g_free(text);
                }
            }
            g_object_unref(metadata);
        }
        take(i, (nanoseconds() - start) / (count - 1));
    }
    print_samples("ns");
    return found == 0;
}
