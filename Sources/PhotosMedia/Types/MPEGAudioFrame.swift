/// Recognizes the first frame of MPEG audio without a container: MP3, or AAC in ADTS form.
enum MPEGAudioFrame {
    /// Returns the type of the frame at the beginning, if the next frame confirms it.
    static func type(of bytes: [UInt8]) -> MediaType? {
        guard bytes.count >= 7, bytes[0] == 0xFF else { return nil }
        if bytes[1] & 0xF6 == 0xF0 {
            let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
            return isFollowed(in: bytes, length: length, mask: 0xF6, sync: 0xF0) ? .aac : nil
        }
        guard let length = layer3Length(bytes) else { return nil }
        return isFollowed(in: bytes, length: length, mask: 0xE6, sync: 0xE2) ? .mp3 : nil
    }

    /// Returns whether another frame follows at the stated length, because two bytes are too short for a signature.
    private static func isFollowed(
        in bytes: [UInt8],
        length: Int,
        mask: UInt8,
        sync: UInt8
    ) -> Bool {
        guard length >= 7, length + 1 < bytes.count else { return false }
        return bytes[length] == 0xFF && bytes[length + 1] & mask == sync
    }

    private static func layer3Length(_ bytes: [UInt8]) -> Int? {
        // Only layer III counts, in the versions 1, 2 and 2.5.
        guard bytes[1] & 0xE6 == 0xE2, bytes[1] & 0x18 != 0x08 else { return nil }
        let isFirst = bytes[1] & 0x18 == 0x18
        let rates = [[44_100, 48_000, 32_000], [22_050, 24_000, 16_000], [11_025, 12_000, 8000]]
        let version = isFirst ? 0 : bytes[1] & 0x18 == 0x10 ? 1 : 2
        let kilobits =
            isFirst
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let rateIndex = Int(bytes[2] >> 2 & 3)
        let bitIndex = Int(bytes[2] >> 4)
        guard rateIndex < 3, (1...14).contains(bitIndex) else { return nil }
        let samples = isFirst ? 144 : 72
        return samples * kilobits[bitIndex] * 1000 / rates[version][rateIndex]
            + Int(bytes[2] >> 1 & 1)
    }
}
