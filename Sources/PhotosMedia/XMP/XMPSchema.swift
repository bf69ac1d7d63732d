import PhotosBase

/// The namespaces of the properties that are written or removed, and the prefixes that new packets declare.
enum XMPSchema: String, CaseIterable, Sendable {
    case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    case xml = "http://www.w3.org/XML/1998/namespace"
    case dc = "http://purl.org/dc/elements/1.1/"
    case xmp = "http://ns.adobe.com/xap/1.0/"
    case dynamicMedia = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
    case exif = "http://ns.adobe.com/exif/1.0/"
    case exifEX = "http://cipa.jp/exif/1.0/"
    case tiff = "http://ns.adobe.com/tiff/1.0/"
    case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    case lightroom = "http://ns.adobe.com/lightroom/1.0/"
    case digiKam = "http://www.digikam.org/ns/1.0/"
    case iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    case area = "http://ns.adobe.com/xmp/sType/Area#"
    case dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
    case microsoft = "http://ns.microsoft.com/photo/1.0/"
    case microsoftRegions = "http://ns.microsoft.com/photo/1.2/"
    case microsoftRegionInfo = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
    case microsoftRegion = "http://ns.microsoft.com/photo/1.2/t/Region#"
    case mediaPro = "http://ns.iview-multimedia.com/mediapro/1.0/"
    case acdSee = "http://ns.acdsee.com/iptc/1.0/"
    /// The properties that no other namespace has: favorites, hidden photos and albums.
    case own = "urn:x-openphotokit:library:1.0/"

    /// The prefix in new packets.
    var prefix: String {
        switch self {
        case .dynamicMedia: "xmpDM"
        case .lightroom: "lr"
        case .iptcCore: "Iptc4xmpCore"
        case .iptcExtension: "Iptc4xmpExt"
        case .regions: "mwg-rs"
        case .area: "stArea"
        case .dimensions: "stDim"
        case .microsoft: "MicrosoftPhoto"
        case .microsoftRegions: "MP"
        case .microsoftRegionInfo: "MPRI"
        case .microsoftRegion: "MPReg"
        case .mediaPro: "mediapro"
        case .acdSee: "acdsee"
        case .own: "opk"
        default: "\(self)"
        }
    }

    func callAsFunction(_ local: String) -> XMLName {
        XMLName(namespace: rawValue, local: local)
    }
}
