/// The kind of a file's content.
package enum MediaKind: String, Sendable, Codable, CaseIterable {
    case image
    case video
    case audio
}

/// A file format that the library knows.
///
/// The content decides the format, never the file's name alone.
package enum MediaType: String, Sendable, Codable, CaseIterable {
    case jpeg = "public.jpeg"
    case heic = "public.heic"
    case heics = "public.heics"
    case heif = "public.heif"
    case avif = "public.avif"
    case png = "public.png"
    case webp = "org.webmproject.webp"
    case gif = "com.compuserve.gif"
    case tiff = "public.tiff"
    case bmp = "com.microsoft.bmp"
    case jpegXL = "public.jpeg-xl"
    case jpeg2000 = "public.jpeg-2000"
    case photoshop = "com.adobe.photoshop-image"
    case photoshopLarge = "com.adobe.photoshop-large-image"
    case radiance = "public.radiance"
    case openEXR = "com.ilm.openexr-image"
    /// Apple declares no type identifier for JPEG XR.
    case jpegXR = "com.microsoft.jpeg-xr"
    case dng = "com.adobe.raw-image"
    case canonCR2 = "com.canon.cr2-raw-image"
    case canonCR3 = "com.canon.cr3-raw-image"
    case nikonNEF = "com.nikon.raw-image"
    case sonyARW = "com.sony.arw-raw-image"
    case pentaxPEF = "com.pentax.raw-image"
    case olympusORF = "com.olympus.raw-image"
    case panasonicRW2 = "com.panasonic.rw2-raw-image"
    case fujiRAF = "com.fuji.raw-image"
    case canonCRW = "com.canon.crw-raw-image"
    case canonTIF = "com.canon.tif-raw-image"
    case epsonERF = "com.epson.raw-image"
    case hasselblad3FR = "com.hasselblad.3fr-raw-image"
    case hasselbladFFF = "com.hasselblad.fff-raw-image"
    case kodakDCR = "com.kodak.raw-image"
    case leafMOS = "com.leafamerica.raw-image"
    case leicaRWL = "com.leica.rwl-raw-image"
    case mamiyaMEF = "com.mamiya.raw-image"
    case minoltaMRW = "com.konicaminolta.raw-image"
    case nikonNRW = "com.nikon.nrw-raw-image"
    case panasonicRAW = "com.panasonic.raw-image"
    case phaseOneIIQ = "com.phaseone.raw-image"
    case samsungSRW = "com.samsung.raw-image"
    case sigmaX3F = "com.sigma.x3f-raw-image"
    case sonySRF = "com.sony.raw-image"
    case sonySR2 = "com.sony.sr2-raw-image"
    case quickTimeMovie = "com.apple.quicktime-movie"
    case mpeg4 = "public.mpeg-4"
    case m4v = "com.apple.m4v-video"
    case threeGPP = "public.3gpp"
    case threeGPP2 = "public.3gpp2"
    case avi = "public.avi"
    case matroska = "org.matroska.mkv"
    case webM = "org.webmproject.webm"
    case transportStream = "public.mpeg-2-transport-stream"
    case avchd = "public.avchd-mpeg-2-transport-stream"
    case mpeg = "public.mpeg"
    case mpeg2Video = "public.mpeg-2-video"
    case windowsMedia = "com.microsoft.windows-media-wmv"
    case advancedSystems = "com.microsoft.advanced-systems-format"
    case flashVideo = "com.adobe.flash.video"
    case oggVideo = "org.xiph.ogg-video"
    case m4a = "com.apple.m4a-audio"
    case mp3 = "public.mp3"
    case wave = "com.microsoft.waveform-audio"
    case aiff = "public.aiff-audio"
    case aifc = "public.aifc-audio"
    case coreAudio = "com.apple.coreaudio-format"
    case aac = "public.aac-audio"
    case flac = "org.xiph.flac"
}

extension MediaType {
    /// The uniform type identifier.
    package var identifier: String { rawValue }

    /// Whether files of this type hold a picture, a movie or sound.
    package var kind: MediaKind {
        switch self {
        case .quickTimeMovie, .mpeg4, .m4v, .threeGPP, .threeGPP2, .avi, .matroska, .webM,
            .transportStream, .avchd, .mpeg, .mpeg2Video, .windowsMedia, .advancedSystems,
            .flashVideo, .oggVideo:
            .video
        case .m4a, .mp3, .wave, .aiff, .aifc, .coreAudio, .aac, .flac: .audio
        default: .image
        }
    }

    /// Whether only a decoder can find the size of the pixels, because the stream has no header.
    package var needsDecoderForSize: Bool {
        switch self {
        case .transportStream, .avchd, .mpeg, .mpeg2Video, .flashVideo, .oggVideo: true
        default: false
        }
    }

    /// The extension, without a dot, that the library gives to a file of this type.
    package var preferredExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .heic: "heic"
        case .heics: "heics"
        case .heif: "heif"
        case .avif: "avif"
        case .png: "png"
        case .webp: "webp"
        case .gif: "gif"
        case .tiff: "tiff"
        case .bmp: "bmp"
        case .jpegXL: "jxl"
        case .jpeg2000: "jp2"
        case .photoshop: "psd"
        case .photoshopLarge: "psb"
        case .radiance: "hdr"
        case .openEXR: "exr"
        case .jpegXR: "jxr"
        case .dng: "dng"
        case .canonCR2: "cr2"
        case .canonCR3: "cr3"
        case .nikonNEF: "nef"
        case .sonyARW: "arw"
        case .pentaxPEF: "pef"
        case .olympusORF: "orf"
        case .panasonicRW2: "rw2"
        case .fujiRAF: "raf"
        case .canonCRW: "crw"
        case .canonTIF: "tif"
        case .epsonERF: "erf"
        case .hasselblad3FR: "3fr"
        case .hasselbladFFF: "fff"
        case .kodakDCR: "dcr"
        case .leafMOS: "mos"
        case .leicaRWL: "rwl"
        case .mamiyaMEF: "mef"
        case .minoltaMRW: "mrw"
        case .nikonNRW: "nrw"
        case .panasonicRAW: "raw"
        case .phaseOneIIQ: "iiq"
        case .samsungSRW: "srw"
        case .sigmaX3F: "x3f"
        case .sonySRF: "srf"
        case .sonySR2: "sr2"
        case .quickTimeMovie: "mov"
        case .mpeg4: "mp4"
        case .m4v: "m4v"
        case .threeGPP: "3gp"
        case .threeGPP2: "3g2"
        case .avi: "avi"
        case .matroska: "mkv"
        case .webM: "webm"
        case .transportStream: "ts"
        case .avchd: "mts"
        case .mpeg: "mpg"
        case .mpeg2Video: "m2v"
        case .windowsMedia: "wmv"
        case .advancedSystems: "asf"
        case .flashVideo: "flv"
        case .oggVideo: "ogv"
        case .m4a: "m4a"
        case .mp3: "mp3"
        case .wave: "wav"
        case .aiff: "aiff"
        case .aifc: "aifc"
        case .coreAudio: "caf"
        case .aac: "aac"
        case .flac: "flac"
        }
    }
}

extension MediaType {
    /// Whether a file with this extension (without a dot) is expected to be a picture, a movie or sound.
    package static func isExpected(inFileWith filenameExtension: String) -> Bool {
        expected.contains(filenameExtension.lowercased())
    }

    private static let expected: Set<String> = Set(allCases.map(\.preferredExtension)).union([
        "jpeg", "jpe", "jfif", "tif", "hif", "jpf", "jpx", "j2k", "j2c", "jpc", "wdp", "hdp", "qt",
        "m2ts", "m2t", "mpeg", "mpe", "vob", "aif", "3gpp", "gpr", "kdc",
    ])
}
