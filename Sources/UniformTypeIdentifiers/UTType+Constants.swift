extension UTType {
    /// Any file, folder or data.
    public static let item: UTType = UTType(importedAs: "public.item")

    /// Any content for people to view or hear.
    public static let content: UTType = UTType(importedAs: "public.content")

    /// A stream of bytes.
    public static let data: UTType = UTType(importedAs: "public.data")

    /// Any text, with markup or without.
    public static let text: UTType = UTType(importedAs: "public.text")

    /// Text without markup.
    public static let plainText: UTType = UTType(importedAs: "public.plain-text")

    /// XML of any kind.
    public static let xml: UTType = UTType(importedAs: "public.xml")

    /// JSON.
    public static let json: UTType = UTType(importedAs: "public.json")

    /// A property list of any format.
    public static let propertyList: UTType = UTType(importedAs: "com.apple.property-list")

    /// A property list in XML.
    public static let xmlPropertyList: UTType = UTType(importedAs: "com.apple.xml-property-list")

    /// A property list in its binary format.
    public static let binaryPropertyList: UTType = UTType(
        importedAs: "com.apple.binary-property-list"
    )

    /// Any image.
    public static let image: UTType = UTType(importedAs: "public.image")

    /// A JPEG image.
    public static let jpeg: UTType = UTType(importedAs: "public.jpeg")

    /// A PNG image.
    public static let png: UTType = UTType(importedAs: "public.png")

    /// A HEIF image coded with HEVC.
    public static let heic: UTType = UTType(importedAs: "public.heic")

    /// A HEIF image with any coding.
    public static let heif: UTType = UTType(importedAs: "public.heif")

    /// A GIF image.
    public static let gif: UTType = UTType(importedAs: "com.compuserve.gif")

    /// A TIFF image.
    public static let tiff: UTType = UTType(importedAs: "public.tiff")

    /// A WebP image.
    public static let webP: UTType = UTType(importedAs: "org.webmproject.webp")

    /// A Windows bitmap.
    public static let bmp: UTType = UTType(importedAs: "com.microsoft.bmp")

    /// A camera's RAW image in any manufacturer's format.
    public static let rawImage: UTType = UTType(importedAs: "public.camera-raw-image")

    /// A Live Photo, which conforms to no other type.
    public static let livePhoto: UTType = UTType(importedAs: "com.apple.live-photo")

    /// Any sound or moving pictures.
    public static let audiovisualContent: UTType = UTType(importedAs: "public.audiovisual-content")

    /// A file that may contain both pictures and sound.
    public static let movie: UTType = UTType(importedAs: "public.movie")

    /// Moving pictures without sound.
    public static let video: UTType = UTType(importedAs: "public.video")

    /// Sound without pictures.
    public static let audio: UTType = UTType(importedAs: "public.audio")

    /// An MPEG-4 movie.
    public static let mpeg4Movie: UTType = UTType(importedAs: "public.mpeg-4")

    /// A QuickTime movie.
    public static let quickTimeMovie: UTType = UTType(importedAs: "com.apple.quicktime-movie")

    /// An AVI movie.
    public static let avi: UTType = UTType(importedAs: "public.avi")

    /// An MPEG-1 or MPEG-2 movie.
    public static let mpeg: UTType = UTType(importedAs: "public.mpeg")

    /// A stream of MPEG-2 video.
    public static let mpeg2Video: UTType = UTType(importedAs: "public.mpeg-2-video")

    /// An MPEG-2 transport stream.
    public static let mpeg2TransportStream: UTType = UTType(
        importedAs: "public.mpeg-2-transport-stream"
    )

    /// MP3 audio.
    public static let mp3: UTType = UTType(importedAs: "public.mp3")

    /// Waveform audio.
    public static let wav: UTType = UTType(importedAs: "com.microsoft.waveform-audio")

    /// MPEG-4 audio.
    public static let mpeg4Audio: UTType = UTType(importedAs: "public.mpeg-4-audio")
}
