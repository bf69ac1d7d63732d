extension TypeDeclaration {
    /// All known types, in the order of their tables.
    static let all: [TypeDeclaration] = baseTypes + images + rawImages + audiovisual

    private static let baseTypes: [TypeDeclaration] = [
        TypeDeclaration(identifier: "public.item", name: "item", parents: []),
        TypeDeclaration(identifier: "public.content", name: "content", parents: []),
        TypeDeclaration(
            identifier: "public.data",
            name: "data",
            parents: ["public.item"],
            mimeTypes: ["application/octet-stream"]
        ),
        TypeDeclaration(
            identifier: "public.text",
            name: "text",
            parents: ["public.data", "public.content"]
        ),
        TypeDeclaration(
            identifier: "public.plain-text",
            name: "plain text",
            parents: ["public.text"],
            extensions: ["txt", "text"],
            mimeTypes: ["text/plain"]
        ),
        TypeDeclaration(
            identifier: "public.xml",
            name: "XML",
            parents: ["public.text"],
            extensions: ["xml"],
            mimeTypes: ["application/xml", "text/xml"]
        ),
        TypeDeclaration(
            identifier: "public.json",
            name: "JSON",
            parents: ["public.text"],
            extensions: ["json"],
            mimeTypes: ["application/json"]
        ),
        TypeDeclaration(
            identifier: "com.apple.property-list",
            name: "property list",
            parents: ["public.data"],
            extensions: ["plist"]
        ),
        TypeDeclaration(
            identifier: "com.apple.xml-property-list",
            name: "XML property list",
            parents: ["public.xml", "com.apple.property-list"]
        ),
        TypeDeclaration(
            identifier: "com.apple.binary-property-list",
            name: "binary property list",
            parents: ["com.apple.property-list"]
        ),
    ]

    private static let images: [TypeDeclaration] = [
        TypeDeclaration(
            identifier: "public.image",
            name: "image",
            parents: ["public.data", "public.content"]
        ),
        TypeDeclaration(
            identifier: "public.jpeg",
            name: "JPEG image",
            parents: ["public.image"],
            extensions: ["jpeg", "jpg", "jpe"],
            mimeTypes: ["image/jpeg", "image/jpg"]
        ),
        TypeDeclaration(
            identifier: "public.png",
            name: "PNG image",
            parents: ["public.image"],
            extensions: ["png"],
            mimeTypes: ["image/png"]
        ),
        TypeDeclaration(
            identifier: "public.heif-standard",
            name: "HEIF image",
            parents: ["public.image"]
        ),
        TypeDeclaration(
            identifier: "public.heif",
            name: "HEIF image",
            parents: ["public.heif-standard"],
            extensions: ["heif", "hif"],
            mimeTypes: ["image/heif"]
        ),
        TypeDeclaration(
            identifier: "public.heic",
            name: "HEIC image",
            parents: ["public.heif-standard"],
            extensions: ["heic"],
            mimeTypes: ["image/heic"]
        ),
        TypeDeclaration(
            identifier: "public.heics",
            name: "HEIC image sequence",
            parents: ["public.heif-standard"],
            extensions: ["heics"],
            mimeTypes: ["image/heic-sequence"]
        ),
        TypeDeclaration(
            identifier: "public.avif",
            name: "AVIF image",
            parents: ["public.heif-standard"],
            extensions: ["avif"],
            mimeTypes: ["image/avif"]
        ),
        TypeDeclaration(
            identifier: "com.compuserve.gif",
            name: "GIF image",
            parents: ["public.image"],
            extensions: ["gif"],
            mimeTypes: ["image/gif"]
        ),
        TypeDeclaration(
            identifier: "public.tiff",
            name: "TIFF image",
            parents: ["public.image"],
            extensions: ["tiff", "tif"],
            mimeTypes: ["image/tiff"]
        ),
        TypeDeclaration(
            identifier: "org.webmproject.webp",
            name: "WebP image",
            parents: ["public.image"],
            extensions: ["webp"],
            mimeTypes: ["image/webp"]
        ),
        TypeDeclaration(
            identifier: "com.microsoft.bmp",
            name: "Windows bitmap image",
            parents: ["public.image"],
            extensions: ["bmp", "dib"],
            mimeTypes: ["image/bmp", "image/x-ms-bmp"]
        ),
        TypeDeclaration(
            identifier: "public.jpeg-xl",
            name: "JPEG XL image",
            parents: ["public.image"],
            extensions: ["jxl"],
            mimeTypes: ["image/jxl"]
        ),
        TypeDeclaration(
            identifier: "public.jpeg-2000",
            name: "JPEG 2000 image",
            parents: ["public.image"],
            extensions: ["jp2", "jpf", "jpx", "j2k", "j2c", "jpc"],
            mimeTypes: ["image/jp2", "image/jpx", "image/jpeg2000"]
        ),
        TypeDeclaration(
            identifier: "com.adobe.photoshop-image",
            name: "Adobe Photoshop document",
            parents: ["public.image"],
            extensions: ["psd"],
            mimeTypes: ["image/vnd.adobe.photoshop"]
        ),
        TypeDeclaration(
            identifier: "com.adobe.photoshop-large-image",
            name: "Adobe Photoshop large document",
            parents: ["public.image"],
            extensions: ["psb"]
        ),
        TypeDeclaration(
            identifier: "public.radiance",
            name: "Radiance image",
            parents: ["public.image"],
            extensions: ["hdr", "pic"],
            mimeTypes: ["image/vnd.radiance"]
        ),
        TypeDeclaration(
            identifier: "com.ilm.openexr-image",
            name: "OpenEXR image",
            parents: ["public.image"],
            extensions: ["exr"],
            mimeTypes: ["image/x-exr"]
        ),
        TypeDeclaration(
            identifier: "com.microsoft.jpeg-xr",
            name: "JPEG XR image",
            parents: ["public.image"],
            extensions: ["jxr", "wdp", "hdp"],
            mimeTypes: ["image/jxr", "image/vnd.ms-photo"]
        ),
        TypeDeclaration(identifier: "com.apple.live-photo", name: "Live Photo", parents: []),
    ]

    private static let audiovisual: [TypeDeclaration] = [
        TypeDeclaration(
            identifier: "public.audiovisual-content",
            name: "audiovisual content",
            parents: ["public.data", "public.content"]
        ),
        TypeDeclaration(
            identifier: "public.movie",
            name: "movie",
            parents: ["public.audiovisual-content"]
        ),
        TypeDeclaration(identifier: "public.video", name: "video", parents: ["public.movie"]),
        TypeDeclaration(
            identifier: "public.audio",
            name: "audio",
            parents: ["public.audiovisual-content"]
        ),
        TypeDeclaration(
            identifier: "public.mpeg-4",
            name: "MPEG-4 movie",
            parents: ["public.movie"],
            extensions: ["mp4", "mp4v"],
            mimeTypes: ["video/mp4"]
        ),
        TypeDeclaration(
            identifier: "com.apple.m4v-video",
            name: "Apple MPEG-4 movie",
            parents: ["public.movie"],
            extensions: ["m4v"],
            mimeTypes: ["video/x-m4v"]
        ),
        TypeDeclaration(
            identifier: "com.apple.quicktime-movie",
            name: "QuickTime movie",
            parents: ["public.movie"],
            extensions: ["mov", "qt"],
            mimeTypes: ["video/quicktime"]
        ),
        TypeDeclaration(
            identifier: "public.3gpp",
            name: "3GPP movie",
            parents: ["public.movie"],
            extensions: ["3gp", "3gpp"],
            mimeTypes: ["video/3gpp", "audio/3gpp"]
        ),
        TypeDeclaration(
            identifier: "public.3gpp2",
            name: "3GPP2 movie",
            parents: ["public.movie"],
            extensions: ["3g2"],
            mimeTypes: ["video/3gpp2"]
        ),
        TypeDeclaration(
            identifier: "org.matroska.mkv",
            name: "Matroska movie",
            parents: ["public.movie"],
            extensions: ["mkv"],
            mimeTypes: ["video/x-matroska"]
        ),
        TypeDeclaration(
            identifier: "org.webmproject.webm",
            name: "WebM movie",
            parents: ["public.movie"],
            extensions: ["webm"],
            mimeTypes: ["video/webm"]
        ),
        TypeDeclaration(
            identifier: "public.avi",
            name: "AVI movie",
            parents: ["public.movie"],
            extensions: ["avi", "vfw"],
            mimeTypes: ["video/avi", "video/msvideo", "video/x-msvideo"]
        ),
        TypeDeclaration(
            identifier: "public.mpeg",
            name: "MPEG movie",
            parents: ["public.movie"],
            extensions: ["mpg", "mpeg", "mpe", "vob"],
            mimeTypes: ["video/mpeg", "video/mpg", "video/x-mpeg", "video/x-mpg"]
        ),
        TypeDeclaration(
            identifier: "public.mpeg-2-video",
            name: "MPEG-2 video",
            parents: ["public.video"],
            extensions: ["m2v"],
            mimeTypes: ["video/mpeg2"]
        ),
        TypeDeclaration(
            identifier: "com.microsoft.advanced-systems-format",
            name: "Advanced Systems Format",
            parents: ["public.movie"],
            extensions: ["asf"],
            mimeTypes: ["video/x-ms-asf"]
        ),
        TypeDeclaration(
            identifier: "com.microsoft.windows-media-wmv",
            name: "Windows Media video",
            parents: ["com.microsoft.advanced-systems-format"],
            extensions: ["wmv"],
            mimeTypes: ["video/x-ms-wmv"]
        ),
        TypeDeclaration(
            identifier: "com.adobe.flash.video",
            name: "Flash video",
            parents: ["public.movie"],
            extensions: ["flv"],
            mimeTypes: ["video/x-flv"]
        ),
        TypeDeclaration(
            identifier: "org.xiph.ogg-video",
            name: "Ogg video",
            parents: ["public.movie"],
            extensions: ["ogv"],
            mimeTypes: ["video/ogg"]
        ),
        TypeDeclaration(
            identifier: "public.mpeg-2-transport-stream",
            name: "MPEG-2 transport stream",
            parents: ["public.movie"],
            extensions: ["ts"],
            mimeTypes: ["video/mp2t"]
        ),
        TypeDeclaration(
            identifier: "public.avchd-mpeg-2-transport-stream",
            name: "AVCHD movie",
            parents: ["public.mpeg-2-transport-stream"],
            extensions: ["mts", "m2ts"],
            mimeTypes: ["video/avchd-stream"]
        ),
        TypeDeclaration(
            identifier: "public.mp3",
            name: "MP3 audio",
            parents: ["public.audio"],
            extensions: ["mp3"],
            mimeTypes: ["audio/mpeg", "audio/mp3", "audio/x-mp3"]
        ),
        TypeDeclaration(
            identifier: "com.microsoft.waveform-audio",
            name: "Waveform audio",
            parents: ["public.audio"],
            extensions: ["wav", "wave"],
            mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"]
        ),
        TypeDeclaration(
            identifier: "public.aiff-audio",
            name: "AIFF audio",
            parents: ["public.audio"],
            extensions: ["aiff", "aif"],
            mimeTypes: ["audio/aiff", "audio/x-aiff"]
        ),
        TypeDeclaration(
            identifier: "public.aifc-audio",
            name: "AIFF-C audio",
            parents: ["public.audio"],
            extensions: ["aifc"],
            mimeTypes: ["audio/x-aifc"]
        ),
        TypeDeclaration(
            identifier: "com.apple.coreaudio-format",
            name: "Core Audio",
            parents: ["public.audio"],
            extensions: ["caf"],
            mimeTypes: ["audio/x-caf"]
        ),
        TypeDeclaration(
            identifier: "public.aac-audio",
            name: "AAC audio",
            parents: ["public.audio"],
            extensions: ["aac"],
            mimeTypes: ["audio/aac"]
        ),
        TypeDeclaration(
            identifier: "org.xiph.flac",
            name: "FLAC audio",
            parents: ["public.audio"],
            extensions: ["flac"],
            mimeTypes: ["audio/flac", "audio/x-flac"]
        ),
        TypeDeclaration(
            identifier: "public.mpeg-4-audio",
            name: "MPEG-4 audio",
            parents: ["public.mpeg-4", "public.audio"],
            mimeTypes: ["audio/mp4"]
        ),
        TypeDeclaration(
            identifier: "com.apple.m4a-audio",
            name: "Apple MPEG-4 audio",
            parents: ["public.mpeg-4-audio"],
            extensions: ["m4a"],
            mimeTypes: ["audio/x-m4a"]
        ),
    ]
}
