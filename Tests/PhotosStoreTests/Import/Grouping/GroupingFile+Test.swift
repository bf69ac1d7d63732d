import PhotosImport
import PhotosStore

extension GroupingFile {
    /// A file that is what its name's extension says, with an index made of its name.
    static func test(
        _ name: String,
        folder: String = "DCIM",
        id: String? = nil,
        time: Double? = nil,
        zoneAssumed: Bool = false,
        camera: String? = nil,
        duration: Double = 0,
        embedded: Bool = false,
        burst: String? = nil,
        cover: Bool = false
    ) -> GroupingFile {
        let known: [String: (Kind, String)] = [
            "heic": (.picture(raw: false), "public.heic"),
            "jpg": (.picture(raw: false), "public.jpeg"),
            "png": (.picture(raw: false), "public.png"),
            "dng": (.picture(raw: true), "com.adobe.raw-image"),
            "nef": (.picture(raw: true), "com.nikon.raw-image"),
            "mov": (.movie, "com.apple.quicktime-movie"),
            "mp4": (.movie, "public.mpeg-4"),
            "mp": (.movie, "public.mpeg-4"),
            "m4a": (.sound, "com.apple.m4a-audio"),
            "xmp": (.sidecar(.xmp), ""),
            "aae": (.sidecar(.aae), ""),
        ]
        let end = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        let (kind, type) = known[end] ?? (.picture(raw: false), "public.jpeg")
        var file = GroupingFile(
            index: number(of: folder + "/" + name),
            folder: folder,
            name: name,
            kind: kind,
            typeIdentifier: type
        )
        file.contentIdentifier = id
        file.captureTime = time
        file.isZoneAssumed = zoneAssumed
        file.camera = camera
        file.duration = duration
        file.hasEmbeddedMovie = embedded
        file.burstIdentifier = burst
        file.isBurstCover = cover
        return file
    }

    /// The same for the same text in every run, as a hash of the standard library is not.
    private static func number(of text: String) -> Int {
        Int(text.utf8.reduce(UInt64(5381)) { ($0 &* 33) ^ UInt64($1) } >> 1)
    }
}

/// Groups as texts that a person can compare: `IMG_1.HEIC=1 IMG_1.MOV=9 <IMG_1.xmp`.
func described(_ groups: [FileGroup], of files: [GroupingFile]) -> [String] {
    let names = Dictionary(uniqueKeysWithValues: files.map { ($0.index, $0.name) })
    func name(_ index: Int) -> String { names[index] ?? "?" }
    return groups.map { group in
        let members = group.members.enumerated()
            .sorted {
                ($0.offset == 0 ? 0 : 1, $0.element.role) < (
                    $1.offset == 0 ? 0 : 1, $1.element.role
                )
            }
            .map { "\(name($0.element.index))=\($0.element.role)" }
        return (members + group.sidecars.map { "<" + name($0) }).joined(separator: " ")
    }.sorted()
}

func grouped(_ files: GroupingFile...) -> [String] {
    described(FileGrouping.groups(of: files), of: files)
}
