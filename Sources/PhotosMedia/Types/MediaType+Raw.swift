extension MediaType {
    /// Whether files of this type hold a camera's unprocessed sensor data.
    package var isRaw: Bool { isRawTIFF || Self.rawWithoutTIFF.contains(self) }

    /// Whether this type is a camera's own kind of TIFF.
    var isRawTIFF: Bool { Self.rawTIFF.contains(self) }

    /// Whether the tags of a file with first bytes of another type may make it a file of this type.
    func isRefined(from type: MediaType) -> Bool {
        switch type {
        case .tiff: isRawTIFF
        case .panasonicRW2: self == .panasonicRAW || self == .leicaRWL
        default: false
        }
    }

    private static let rawTIFF: Set<MediaType> = [
        .dng, .canonCR2, .canonTIF, .nikonNEF, .nikonNRW, .sonyARW, .sonySRF, .sonySR2, .pentaxPEF,
        .olympusORF, .panasonicRW2, .panasonicRAW, .leicaRWL, .samsungSRW, .epsonERF, .kodakDCR,
        .leafMOS, .hasselblad3FR, .hasselbladFFF, .mamiyaMEF, .phaseOneIIQ,
    ]

    private static let rawWithoutTIFF: Set<MediaType> = [
        .canonCR3, .canonCRW, .fujiRAF, .minoltaMRW, .sigmaX3F,
    ]
}
