/// A format of files of movies, sound and pictures.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier of the type.
    public let rawValue: String

    /// Takes the identifier of a type.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes the identifier of a type.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// QuickTime.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// MPEG-4.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// MPEG-4 as Apple's programs write it.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// MPEG-4 of telephones.
    public static let mobile3GPP = AVFileType("public.3gpp")
    /// MPEG-4 of other telephones.
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    /// MPEG-4 with sound alone.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    /// Sound of Apple's container.
    public static let caf = AVFileType("com.apple.coreaudio-format")
    /// Sound without compression, as on Windows.
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    /// Sound without compression, as on Apple's systems.
    public static let aiff = AVFileType("public.aiff-audio")
    /// Sound of MPEG.
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
    /// A raw picture of Adobe's format.
    public static let dng = AVFileType("com.adobe.raw-image")
}
