import Foundation

/// The headers of movies, which name codecs and have no frames.
enum TestMovie {
    /// Returns a movie in MP4 with a track of pictures and, where a codec is named, one of sound.
    static func mp4(video: String, audio: String? = nil) -> Data {
        let header = box(
            "mvhd",
            number(0) + number(0) + number(0) + number(600) + number(1200) + fill(80)
        )
        let tracks = [track("vide", video)] + (audio.map { [track("soun", $0)] } ?? [])
        let movie = box("moov", header + tracks.reduce(Data(), +))
        let type = box("ftyp", text("isom") + number(512) + text("isommp42"))
        return type + movie + box("mdat", fill(16))
    }

    /// Returns a movie in WebM with a track for each codec.
    static func webm(video: String, audio: String? = nil) -> Data {
        var tracks = element([0xAE], element([0x83], Data([1])) + element([0x86], text(video)))
        if let audio {
            tracks += element([0xAE], element([0x83], Data([2])) + element([0x86], text(audio)))
        }
        let head = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], text("webm")))
        return head
            + element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xAE, 0x6B], tracks))
    }

    /// Returns a box of MP4.
    static func box(_ type: String, _ content: Data) -> Data {
        number(UInt32(content.count) + 8) + text(type) + content
    }

    static func text(_ text: String) -> Data { Data(text.utf8) }

    static func number(_ value: UInt32) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }

    private static func fill(_ count: Int) -> Data { Data(count: count) }

    private static func track(_ kind: String, _ codec: String) -> Data {
        let isVideo = kind == "vide"
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].map { number(UInt32($0)) }
        let size = isVideo ? number(320 << 16) + number(180 << 16) : fill(8)
        let header = box(
            "tkhd",
            number(1) + fill(8) + number(isVideo ? 1 : 2) + fill(24) + matrix.reduce(Data(), +)
                + size
        )
        let handler = box("hdlr", fill(8) + text(kind) + fill(13))
        // The fields of a sample description: the size of pictures stands at a fixed place.
        var sample = fill(isVideo ? 78 : 28)
        if isVideo { sample.replaceSubrange(24..<28, with: [1, 64, 0, 180]) }
        let samples = box("stsd", number(0) + number(1) + box(codec, sample))
        let media = box("mdhd", fill(12) + number(600) + fill(8)) + handler
        return box(
            "trak",
            header + box("mdia", media + box("minf", box("stbl", samples)))
        )
    }

    private static func element(_ identifier: [UInt8], _ content: Data) -> Data {
        // Eight bytes of size suit every content.
        Data(identifier) + Data([1])
            + withUnsafeBytes(of: UInt64(content.count).bigEndian) { Data($0).dropFirst() }
            + content
    }
}
