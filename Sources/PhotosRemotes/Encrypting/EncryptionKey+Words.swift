import Crypto
import PhotosBase

/// Keys as words that a person can write down and type.
///
/// A word has five letters and stands for 16 bits: consonant, vowel, consonant, vowel, consonant. 16 words are the key,
/// and two are a checksum.
extension EncryptionKey {
    private static let consonants = Array("bdfghjklmnprstvz".utf8)
    private static let vowels = Array("aiou".utf8)
    private static let checksumBytes = 4
    package static let wordCount = (byteCount + checksumBytes) / 2

    /// The words, with spaces between them.
    package var words: String {
        let all = bytes + Self.checksum(bytes)
        return stride(from: 0, to: all.count, by: 2).map { index in
            Self.word(UInt16(all[index]) << 8 | UInt16(all[index + 1]))
        }.joined(separator: " ")
    }

    /// Reads words, whatever stands between them and however letters are capitalized.
    ///
    /// - Parameter text: The 18 words.
    /// - Throws: ``RemoteFailure`` with code `wrongEncryptionKey` and a sentence that names the wrong word where it is
    ///   known.
    package init(words text: String) throws {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard words.count == Self.wordCount else {
            throw RemoteFailure(
                .wrongEncryptionKey,
                "A key has \(Self.wordCount) words, and these are \(words.count). Type all words in their order."
            )
        }
        var all: [UInt8] = []
        for (index, word) in words.enumerated() {
            guard let bits = Self.bits(word) else {
                throw RemoteFailure(
                    .wrongEncryptionKey,
                    "Word \(index + 1) of the key is not possible. Compare it with what was written down."
                )
            }
            all += [UInt8(bits >> 8), UInt8(bits & 0xFF)]
        }
        let bytes = Array(all.prefix(Self.byteCount))
        guard Self.checksum(bytes) == all.suffix(Self.checksumBytes) else {
            throw RemoteFailure(
                .wrongEncryptionKey,
                "The words do not belong together: at least one is wrong or at another place. Compare them with what was written down."
            )
        }
        self.init(bytes: bytes)
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: Array("openphotokit words 1".utf8))
        hash.update(data: bytes)
        return Array(hash.finalize().prefix(checksumBytes))
    }

    private static func word(_ bits: UInt16) -> String {
        let bits = Int(bits)
        return String(
            decoding: [
                consonants[bits >> 12], vowels[bits >> 10 & 3], consonants[bits >> 6 & 15],
                vowels[bits >> 4 & 3], consonants[bits & 15],
            ],
            as: UTF8.self
        )
    }

    private static func bits(_ word: String) -> UInt16? {
        let letters = Array(word.utf8)
        guard letters.count == 5 else { return nil }
        var bits = 0
        for (index, letter) in letters.enumerated() {
            let isVowel = index % 2 == 1
            guard let value = (isVowel ? vowels : consonants).firstIndex(of: letter) else {
                return nil
            }
            bits = bits << (isVowel ? 2 : 4) | value
        }
        return UInt16(bits)
    }
}
