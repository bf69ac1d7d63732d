/// A file format for movies, sound and pictures.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier of the type.
    public let rawValue: String

    /// Makes a type from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a type from its identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// QuickTime.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// MPEG-4.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// MPEG-4 in Apple's variant.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// MPEG-4 for mobile phones (3GPP).
    public static let mobile3GPP = AVFileType("public.3gpp")
    /// MPEG-4 for mobile phones (3GPP2).
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    /// MPEG-4 with sound only.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    /// Sound in Apple's Core Audio format.
    public static let caf = AVFileType("com.apple.coreaudio-format")
    /// Uncompressed sound in the WAVE format.
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    /// Uncompressed sound in the AIFF format.
    public static let aiff = AVFileType("public.aiff-audio")
    /// MP3 sound.
    public static let mp3 = AVFileType("public.mp3")
    /// A JPEG picture.
    public static let jpg = AVFileType("public.jpeg")
    /// A HEIF picture with HEVC.
    public static let heic = AVFileType("public.heic")
    /// A HEIF picture.
    public static let heif = AVFileType("public.heif")
    /// A HEIF picture with H.264.
    public static let avci = AVFileType("public.avci")
    /// A TIFF picture.
    public static let tif = AVFileType("public.tiff")
    /// A RAW picture in Adobe's DNG format.
    public static let dng = AVFileType("com.adobe.raw-image")
}
