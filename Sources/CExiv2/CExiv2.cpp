#include "CExiv2.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <exiv2/exiv2.hpp>

// exiv2 0.27 hands pictures out in a type of pointer that it calls deprecated itself.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

using Tag = std::pair<std::string, std::string>;

void note(char *fault, size_t capacity, const char *text) {
    if (fault == nullptr || capacity == 0) return;
    std::strncpy(fault, text, capacity - 1);
    fault[capacity - 1] = 0;
}

bool begins(const std::string &text, const std::string &prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}

bool ends(const std::string &text, const std::string &suffix) {
    return text.size() >= suffix.size() && text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

/// Whether a tag states where other parts of the file are, or contains tags that are compared one by one.
bool isStructure(const std::string &name) {
    static const char *const names[] = {
        "Exif.Image.ExifTag",      "Exif.Image.GPSTag",          "Exif.Photo.InteroperabilityTag", "Exif.MakerNote.Offset",
        "Exif.Image.XMLPacket",    "Exif.Image.IPTCNAA",         "Exif.Image.ImageResources",      "Exif.Photo.MakerNote",
        "Exif.Image.SubIFDs",      "Exif.MakerNote.ByteOrder",   "Iptc.Envelope.CharacterSet",     "Exif.Image.PrintImageMatching",
    };
    for (const char *known : names) {
        if (name == known) return true;
    }
    return ends(name, ".StripOffsets") || ends(name, ".TileOffsets") || ends(name, ".JPEGInterchangeFormat");
}

/// Whether a group of tags was found in a maker's note.
bool isOfMaker(const std::string &group) {
    static const char *const known[] = {"Image", "Photo", "GPSInfo", "Iop", "Thumbnail", "MakerNote", "MpfInfo"};
    if (begins(group, "SubImage") || begins(group, "Image") || begins(group, "SubThumb")) return false;
    return std::none_of(std::begin(known), std::end(known), [&](const char *name) { return group == name; });
}

/// Whether exiv2 made a tag from the content of another one.
bool isDerived(const Exiv2::Metadatum &datum) {
    return datum.groupName() == "Canon" && datum.tag() >= 0x2600 && datum.tag() <= 0x26FF;
}

template <class Datum> std::string content(const Datum &datum) {
    std::string bytes(static_cast<size_t>(std::max(0L, datum.value().size())), 0);
    if (!bytes.empty()) datum.value().copy(reinterpret_cast<Exiv2::byte *>(&bytes[0]), Exiv2::bigEndian);
    return std::to_string(datum.typeId()) + ":" + bytes;
}

/// Returns all tags and their bytes, in an order that does not depend on the file.
std::vector<Tag> tags(const Exiv2::ExifData &exif, const Exiv2::IptcData &iptc) {
    std::vector<Tag> found;
    bool hasMakerTags = false;
    for (const auto &datum : exif) {
        const std::string name = datum.key();
        hasMakerTags = hasMakerTags || isOfMaker(datum.groupName());
        if (!isStructure(name) && !isDerived(datum)) found.emplace_back(name, content(datum));
    }
    if (!hasMakerTags) {
        // Nobody takes the note apart, so it is compared as a whole.
        const auto note = exif.findKey(Exiv2::ExifKey("Exif.Photo.MakerNote"));
        if (note != exif.end()) found.emplace_back(note->key(), content(*note));
    }
    Exiv2::ExifThumbC thumbnail(exif);
    const Exiv2::DataBuf small = thumbnail.copy();
    found.emplace_back("Exif.Thumbnail", std::string(reinterpret_cast<const char *>(small.pData_), size_t(small.size_)));
    for (const auto &datum : iptc) {
        if (!isStructure(datum.key())) found.emplace_back(datum.key(), content(datum));
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// Returns the name of the first tag that one list has and the other has not; empty if the lists are equal.
std::string difference(const std::vector<Tag> &wanted, const std::vector<Tag> &found) {
    std::vector<Tag> differing;
    std::set_symmetric_difference(
        wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(differing));
    return differing.empty() ? std::string() : differing.front().first;
}

template <class Data, class Condition> void removeIf(Data &data, Condition condition) {
    for (auto datum = data.begin(); datum != data.end();) {
        if (condition(*datum)) {
            datum = data.erase(datum);
        } else {
            ++datum;
        }
    }
}

template <class Data> void removeAll(Data &data, const char *prefix) {
    removeIf(data, [prefix](const Exiv2::Metadatum &datum) { return begins(datum.key(), prefix); });
}

}  // namespace

struct photos_exiv2 {
    Exiv2::Image::AutoPtr image;
    std::string packet;
    /// Photoshop's resources of a JPEG, with the records of IPTC. Other pictures contain their records.
    Exiv2::Blob resources;
    Exiv2::IptcData records;
    bool hasResources = false;

    Exiv2::IptcData &iptc() { return hasResources ? records : image->iptcData(); }
    const Exiv2::IptcData &iptc() const { return hasResources ? records : image->iptcData(); }
};

namespace {

/// Runs a function, and converts every exception to a fault.
template <class Function> bool guarded(char *fault, size_t capacity, Function function) {
    try {
        function();
        return true;
    } catch (const std::exception &error) {
        note(fault, capacity, error.what());
    } catch (...) {
        note(fault, capacity, "unknown error");
    }
    return false;
}

/// Returns the packet as the file has it, and not a new one from the properties.
std::string rawPacket(Exiv2::Image &image) {
    image.writeXmpFromPacket(true);
    const std::string packet = image.xmpPacket();
    return packet.empty() ? image.xmpData().xmpPacket() : packet;
}

/// Reads the records of IPTC in Photoshop's resources.
void decode(Exiv2::IptcData &records, const Exiv2::byte *bytes, long count) {
    const Exiv2::byte *resource = nullptr;
    uint32_t header = 0, size = 0;
    const int code = Exiv2::Photoshop::locateIptcIrb(bytes, count, &resource, &header, &size);
    if (code == 3) return;
    if (code != 0 || Exiv2::IptcParser::decode(records, resource + header, size) != 0) {
        throw Exiv2::Error(Exiv2::kerErrorMessage, "its IPTC records are damaged");
    }
}

}  // namespace

extern "C" void photos_exiv2_prepare(void) {
    guarded(nullptr, 0, [] {
        Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
        Exiv2::XmpParser::initialize();
    });
}

extern "C" const char *photos_exiv2_version(void) { return Exiv2::version(); }

extern "C" photos_exiv2 *photos_exiv2_open(void *bytes, size_t count, bool is_tiff, char *fault, size_t fault_capacity) {
    photos_exiv2 *picture = nullptr;
    guarded(fault, fault_capacity, [&] {
        Exiv2::BasicIo::AutoPtr io(new Exiv2::MemIo(static_cast<const Exiv2::byte *>(bytes), static_cast<long>(count)));
        Exiv2::Image::AutoPtr image;
        if (is_tiff) {
            image.reset(new Exiv2::TiffImage(io, false));
        } else {
            image = Exiv2::ImageFactory::open(io);
        }
        image->readMetadata();
        picture = new photos_exiv2;
        picture->image = image;
        picture->packet = rawPacket(*picture->image);
    });
    return picture;
}

extern "C" bool photos_exiv2_take_resources(photos_exiv2 *picture, const void *bytes, size_t count, char *fault,
                                            size_t fault_capacity) {
    return guarded(fault, fault_capacity, [&] {
        const auto *start = static_cast<const Exiv2::byte *>(bytes);
        picture->resources.assign(start, start + count);
        picture->hasResources = true;
        decode(picture->records, start, static_cast<long>(count));
    });
}

extern "C" void photos_exiv2_close(photos_exiv2 *picture) { delete picture; }

extern "C" const char *photos_exiv2_xmp(const photos_exiv2 *picture, size_t *length) {
    *length = picture->packet.size();
    return picture->packet.empty() ? nullptr : picture->packet.data();
}

extern "C" bool photos_exiv2_has(const photos_exiv2 *picture, const char *prefix) {
    for (const auto &datum : picture->image->exifData()) {
        if (begins(datum.key(), prefix)) return true;
    }
    for (const auto &datum : picture->iptc()) {
        if (begins(datum.key(), prefix)) return true;
    }
    return false;
}

extern "C" bool photos_exiv2_iptc_takes_utf8(const photos_exiv2 *picture, const char *const *except) {
    bool isTaken = true;
    guarded(nullptr, 0, [&] {
        const auto &iptc = picture->iptc();
        const auto set = iptc.findKey(Exiv2::IptcKey("Iptc.Envelope.CharacterSet"));
        if (set != iptc.end()) {
            isTaken = set->toString() == "\033%G";
            return;
        }
        for (const auto &datum : iptc) {
            bool isExcepted = false;
            for (const char *const *name = except; *name != nullptr; name++) {
                isExcepted = isExcepted || datum.key() == *name;
            }
            const std::string text = datum.toString();
            isTaken = isTaken && (isExcepted || std::all_of(text.begin(), text.end(), [](char byte) { return byte >= 0; }));
        }
    });
    return isTaken;
}

extern "C" void photos_exiv2_remove(photos_exiv2 *picture, const char *prefix) {
    removeAll(picture->image->exifData(), prefix);
    removeAll(picture->iptc(), prefix);
}

extern "C" bool photos_exiv2_add(photos_exiv2 *picture, const char *name, int type, const char *text, char *fault,
                                 size_t fault_capacity) {
    bool isRead = false;
    const bool isDone = guarded(fault, fault_capacity, [&] {
        if (begins(name, "Iptc.")) {
            const Exiv2::IptcKey key(name);
            auto value = Exiv2::Value::create(Exiv2::IptcDataSets::dataSetType(key.tag(), key.record()));
            isRead = value->read(text) == 0 && picture->iptc().add(key, value.get()) == 0;
        } else {
            const Exiv2::ExifKey key(name);
            auto value = Exiv2::Value::create(type == 0 ? key.defaultTypeId() : Exiv2::TypeId(type));
            isRead = value->read(text) == 0;
            if (isRead) picture->image->exifData().add(key, value.get());
        }
        if (!isRead) note(fault, fault_capacity, name);
    });
    return isDone && isRead;
}

extern "C" bool photos_exiv2_set_xmp(photos_exiv2 *picture, const char *packet, size_t length, char *fault,
                                     size_t fault_capacity) {
    return guarded(fault, fault_capacity, [&] {
        picture->packet.assign(packet, length);
        picture->image->setXmpPacket(picture->packet);
    });
}

extern "C" const void *photos_exiv2_write(photos_exiv2 *picture, size_t *count, char *fault, size_t fault_capacity) {
    const void *bytes = nullptr;
    guarded(fault, fault_capacity, [&] {
        // A TIFF would get them as tags of its own.
        removeIf(picture->image->exifData(), isDerived);
        const std::vector<Tag> wanted = tags(picture->image->exifData(), picture->image->iptcData());
        // The order counts: access to the single properties makes exiv2 write those.
        picture->image->xmpData().usePacket(!picture->packet.empty());
        picture->image->writeXmpFromPacket(!picture->packet.empty());
        picture->image->writeMetadata();
        auto &io = picture->image->io();
        io.open();
        const Exiv2::byte *start = io.mmap();
        const long size = static_cast<long>(io.size());
        Exiv2::BasicIo::AutoPtr copy(new Exiv2::MemIo(start, size));
        Exiv2::Image::AutoPtr written = Exiv2::ImageFactory::open(copy);
        written->readMetadata();
        const std::string lost = difference(wanted, tags(written->exifData(), written->iptcData()));
        if (!lost.empty()) {
            note(fault, fault_capacity, ("exiv2 would change " + lost).c_str());
        } else if (rawPacket(*written) != picture->packet) {
            note(fault, fault_capacity, "exiv2 would change the XMP packet");
        } else {
            bytes = start;
            *count = static_cast<size_t>(size);
        }
    });
    return bytes;
}

extern "C" const void *photos_exiv2_write_resources(photos_exiv2 *picture, size_t *count, char *fault,
                                                    size_t fault_capacity) {
    const void *bytes = nullptr;
    guarded(fault, fault_capacity, [&] {
        const Exiv2::ExifData none;
        const Exiv2::DataBuf written = Exiv2::Photoshop::setIptcIrb(
            picture->resources.data(), static_cast<long>(picture->resources.size()), picture->records);
        picture->resources.assign(written.pData_, written.pData_ + written.size_);
        Exiv2::IptcData again;
        decode(again, written.pData_, written.size_);
        const std::string lost = difference(tags(none, picture->records), tags(none, again));
        if (!lost.empty()) {
            note(fault, fault_capacity, ("exiv2 would change " + lost).c_str());
        } else {
            static const Exiv2::byte nothing = 0;
            bytes = picture->resources.empty() ? &nothing : picture->resources.data();
            *count = picture->resources.size();
        }
    });
    return bytes;
}
