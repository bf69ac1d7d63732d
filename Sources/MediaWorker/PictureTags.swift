import CGExiv2
import PhotosMedia

/// Reads Exif, IPTC and XMP by exiv2.
enum PictureTags {
    private static let isReady: Bool = {
        // What the libraries grumble about a file is no news to anyone: the facts say what was found.
        gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
        g_log_set_default_handler({ _, _, _, _ in }, nil)
        return gexiv2_initialize() != 0
    }()

    /// The containers that exiv2 reads wrongly or not at all, whose Exif block our own header reader finds.
    private static func needsBlock(_ type: MediaType) -> Bool {
        switch type {
        case .heic, .heics, .heif, .avif: true
        default: false
        }
    }

    /// Starts the library; the first use does it too.
    static func prepare() throws {
        guard isReady else { throw MediaFileError(.unreadable, "exiv2 does not start") }
    }

    static func read(_ file: MappedFile, header: MediaHeader) throws -> MediaTags {
        try prepare()
        guard let metadata = gexiv2_metadata_new() else {
            throw MediaFileError(.unreadable, "exiv2 does not start")
        }
        defer { g_object_unref(metadata) }
        guard let start = file.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return MediaTags()
        }
        var isOpen = false
        if !needsBlock(header.type) {
            isOpen = gexiv2_metadata_open_buf(metadata, start, file.bytes.count, nil) != 0
        }
        if !isOpen, let block = header.exif, block.upperBound <= Int64(file.bytes.count) {
            isOpen =
                gexiv2_metadata_open_buf(
                    metadata,
                    start + Int(block.lowerBound),
                    block.count,
                    nil
                ) != 0
        }
        // A picture without metadata, or with damaged metadata, is still a picture.
        guard isOpen else { return MediaTags() }
        return tags(of: metadata)
    }

    private static func tags(of metadata: UnsafeMutablePointer<GExiv2Metadata>) -> MediaTags {
        var tags = MediaTags()
        let lists = [
            gexiv2_metadata_get_exif_tags(metadata),
            gexiv2_metadata_get_iptc_tags(metadata),
            gexiv2_metadata_get_xmp_tags(metadata),
        ]
        for list in lists {
            for name in texts(list) where isWanted(name) {
                if name == "Exif.Photo.MakerNote" {
                    let note = AppleMakerNote.tags(raw(name, metadata))
                    tags.values.merge(note.values) { old, _ in old }
                } else {
                    tags.values[name] = values(name, metadata)
                }
            }
        }
        return tags
    }

    /// Maker notes and previews can have thousands of tags, of which the table asks for none.
    private static func isWanted(_ name: String) -> Bool {
        let groups = [
            "Exif.Image.", "Exif.Photo.", "Exif.GPSInfo.", "Iptc.Application2.", "Xmp.dc.",
            "Xmp.xmp.",
            "Xmp.exif.", "Xmp.exifEX.", "Xmp.tiff.", "Xmp.photoshop.", "Xmp.GPano.",
        ]
        return groups.contains { name.hasPrefix($0) }
    }

    private static func values(
        _ name: String,
        _ metadata: UnsafeMutablePointer<GExiv2Metadata>
    ) -> [String] {
        if name.hasPrefix("Exif.") {
            guard let text = gexiv2_metadata_try_get_tag_string(metadata, name, nil) else {
                return []
            }
            defer { g_free(text) }
            return [withoutCharset(String(cString: text))]
        }
        return texts(gexiv2_metadata_try_get_tag_multiple(metadata, name, nil)).map(withoutLanguage)
    }

    /// exiv2 prints comments as `charset="Ascii" text`.
    private static func withoutCharset(_ text: String) -> String {
        withoutPrefix("charset=\"", text)
    }

    /// exiv2 prints texts that have translations as `lang="x-default" text`.
    private static func withoutLanguage(_ text: String) -> String {
        withoutPrefix("lang=\"", text)
    }

    private static func withoutPrefix(_ prefix: String, _ text: String) -> String {
        guard text.hasPrefix(prefix),
            let end = text.dropFirst(prefix.count).firstIndex(of: "\"")
        else { return text }
        return String(text[text.index(after: end)...].drop { $0 == " " })
    }

    private static func raw(
        _ name: String,
        _ metadata: UnsafeMutablePointer<GExiv2Metadata>
    ) -> [UInt8] {
        guard let value = gexiv2_metadata_try_get_tag_raw(metadata, name, nil) else { return [] }
        defer { g_bytes_unref(value) }
        var size: gsize = 0
        guard let start = g_bytes_get_data(value, &size) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(size)))
    }

    /// The texts of a list closed by a null pointer, which is freed.
    private static func texts(
        _ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    ) -> [String] {
        guard let list else { return [] }
        defer { g_strfreev(list) }
        var texts: [String] = []
        while let text = list[texts.count] {
            texts.append(String(cString: text))
        }
        return texts
    }
}
