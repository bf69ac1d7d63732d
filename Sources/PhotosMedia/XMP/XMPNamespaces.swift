import PhotosBase

/// The namespaces of the tags that are read, and their prefixes in the table of facts.
///
/// A packet may use other prefixes.
struct XMPNamespaces {
    static let syntax = "rdf"

    private static let known: [String: String] = [
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": syntax,
        "http://www.w3.org/XML/1998/namespace": "xml",
        "http://purl.org/dc/elements/1.1/": "dc",
        "http://ns.adobe.com/xap/1.0/": "xmp",
        "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
        "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
        "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
        "http://ns.adobe.com/exif/1.0/": "exif",
        "http://ns.adobe.com/exif/1.0/aux/": "aux",
        "http://cipa.jp/exif/1.0/": "exifEX",
        "http://ns.adobe.com/tiff/1.0/": "tiff",
        "http://ns.adobe.com/photoshop/1.0/": "photoshop",
        "http://ns.adobe.com/lightroom/1.0/": "lr",
        "http://www.digikam.org/ns/1.0/": "digiKam",
        "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "iptc",
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "iptcExt",
        "urn:x-openphotokit:library:1.0/": "opk",
        "http://ns.microsoft.com/photo/1.2/": "MP",
        "http://ns.microsoft.com/photo/1.2/t/RegionInfo#": "MPRI",
        "http://ns.microsoft.com/photo/1.2/t/Region#": "MPReg",
        "http://ns.google.com/photos/1.0/panorama/": "GPano",
        "http://ns.google.com/photos/1.0/camera/": "GCamera",
        "http://ns.google.com/photos/1.0/container/": "Container",
        "http://ns.google.com/photos/1.0/container/item/": "Item",
        "http://ns.google.com/photos/1.0/focus/": "GFocus",
        "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
    ]

    /// The prefixes that the packet declares, the innermost last.
    ///
    /// The name is nil for a namespace that is not read.
    private var declared: [(prefix: ArraySlice<UInt8>, name: String?)] = [
        (ArraySlice("xml".utf8), "xml")
    ]

    var count: Int { declared.count }

    /// Adds the namespaces that a tag declares.
    mutating func declare(_ attributes: [XMLScanner.Attribute]) {
        for attribute in attributes where attribute.name.starts(with: "xmlns:".utf8) {
            declared.append((attribute.name.dropFirst(6), Self.known[attribute.value]))
        }
    }

    /// Removes the latest declarations, so that `count` of them remain.
    mutating func forget(to count: Int) {
        declared.removeLast(declared.count - count)
    }

    /// Returns the prefix and the name that the table uses; nil if the namespace is not read.
    func resolve(_ name: ArraySlice<UInt8>) -> (prefix: String, local: String)? {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let prefix = name[name.startIndex..<colon]
        guard let known = declared.last(where: { $0.prefix == prefix })?.name else { return nil }
        return (known, String(decoding: name[(colon + 1)...], as: UTF8.self))
    }
}
