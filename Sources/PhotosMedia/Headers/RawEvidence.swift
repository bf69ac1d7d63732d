/// Distinguishes a maker's raw file from an ordinary TIFF, and makers' files from each other.
///
/// The maker's name alone proves nothing: editors keep it in TIFFs of developed pictures. Developed pictures have no
/// sensor values.
struct RawEvidence {
    /// The pictures of the file, as its directories describe them.
    var pictures: [TIFFPicture] = []

    private let signature: MediaType
    private let make: String
    private let model: String
    private let isDNG: Bool
    private let isPhaseOne: Bool
    private let isLeaf: Bool
    private let isImacon: Bool
    private let isThumbnailFirst: Bool
    private let hasChildren: Bool
    /// Whether Panasonic's later signature follows the header.
    private let isMarked: Bool

    init(
        of signature: MediaType,
        in first: TIFFDirectory,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        self.signature = signature
        make =
            try first.text(of: 0x010F, limit: 32, from: &reader)?.trimmingBlanks().uppercased()
            ?? ""
        model =
            try first.text(of: 0x0110, limit: 64, from: &reader)?.trimmingBlanks().uppercased()
            ?? ""
        isDNG = first.entries[0xC612] != nil
        isLeaf = first.entries[0x8606] != nil
        isImacon = first.entries[0xB4C2] != nil || first.entries[0xB4C3] != nil
        isThumbnailFirst = try first.integer(of: 0x00FE, from: &reader) == 1
        hasChildren = first.entries[0x014A] != nil
        let start = try reader.prefix(at: 8, count: 16)
        isPhaseOne = start.starts(with: "IIIITwaR".utf8) || start.starts(with: "MMMMRawT".utf8)
        isMarked = start.elementsEqual(Self.panasonicMark)
    }

    /// Whether the file's pages may be parts of one picture.
    var isMakers: Bool {
        signature != .tiff || isDNG || isPhaseOne || isLeaf
            || Self.typeByMaker(make, model: model) != nil
    }

    /// The type of the file.
    var type: MediaType {
        switch signature {
        case .tiff: return ofTIFF
        case .panasonicRW2:
            guard isMarked else { return .panasonicRAW }
            return make.hasPrefix("LEICA") ? .leicaRWL : .panasonicRW2
        default: return signature
        }
    }

    private var ofTIFF: MediaType {
        if isDNG { return .dng }
        if isPhaseOne { return .phaseOneIIQ }
        let compressions = Set(pictures.compactMap(\.compression))
        let isSensor =
            pictures.contains(where: \.isSensor) || !compressions.isDisjoint(with: Self.sensorOnly)
        guard isSensor else {
            // A camera may also write a thumbnail first, with more directories below it.
            let isCameras = isThumbnailFirst && (hasChildren || make.hasPrefix("PENTAX"))
            guard isCameras, let found = Self.typeByMaker(make, model: model),
                [.nikonNEF, .sonyARW, .sonySRF, .sonySR2, .pentaxPEF].contains(found)
            else { return .tiff }
            return found
        }
        if isLeaf { return .leafMOS }
        // Samsung sold cameras made by Pentax.
        if compressions.contains(65_535) { return .pentaxPEF }
        switch Self.typeByMaker(make, model: model) {
        case .nikonNEF:
            // Compact cameras with files of the other kind have a JPEG as thumbnail.
            let isCompact = model.contains("COOLPIX") && pictures.first?.compression == 6
            return isCompact ? .nikonNRW : .nikonNEF
        case .hasselblad3FR: return isImacon ? .hasselbladFFF : .hasselblad3FR
        case let found: return found ?? .tiff
        }
    }

    /// The compressions that only sensor values have: Sony, packed, Samsung, Nikon, Kodak, Pentax.
    private static let sensorOnly: Set<Int> = [32_767, 32_769, 32_770, 34_713, 65_000, 65_535]

    private static func typeByMaker(_ make: String, model: String) -> MediaType? {
        guard let found = makers.first(where: { make.hasPrefix($0.name) })?.type else { return nil }
        guard found == .sonyARW else { return found }
        // Three cameras have other formats than Sony's later cameras.
        if model == "DSC-R1" { return .sonySR2 }
        return ["DSC-F828", "DSC-V3"].contains(model) ? .sonySRF : found
    }

    private static let makers: [(name: String, type: MediaType)] = [
        ("NIKON", .nikonNEF), ("SONY", .sonyARW), ("PENTAX", .pentaxPEF), ("RICOH", .pentaxPEF),
        ("ASAHI", .pentaxPEF), ("SAMSUNG", .samsungSRW), ("SEIKO EPSON", .epsonERF),
        ("EPSON", .epsonERF), ("EASTMAN KODAK", .kodakDCR), ("KODAK", .kodakDCR),
        ("LEAF", .leafMOS), ("HASSELBLAD", .hasselblad3FR), ("IMACON", .hasselbladFFF),
        ("MAMIYA", .mamiyaMEF), ("PHASE ONE", .phaseOneIIQ), ("OLYMPUS", .olympusORF),
    ]

    private static let panasonicMark: [UInt8] = [
        0x88, 0xE7, 0x74, 0xD8, 0xF8, 0x25, 0x1D, 0x4D, 0x94, 0x7A, 0x6E, 0x77, 0x82, 0x2B, 0x5D,
        0x6A,
    ]
}
