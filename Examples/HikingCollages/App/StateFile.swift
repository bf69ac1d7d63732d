import HikingCollagesKit
import Photos

/// The file that remembers, beside the pages, what they show and up to which token.
struct StateFile {
    private let url: URL

    init(in folder: URL) {
        url = folder.appendingPathComponent("collages.json")
    }

    /// What was remembered; nothing at the first start, and of pages that were drawn otherwise.
    func read() throws -> CollageState? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            let data = try Data(contentsOf: url)
            let version = try JSONDecoder().decode(Version.self, from: data).version
            guard version == CollageState.presentVersion else {
                say("The pages were drawn by another version of the program: drawing all again.")
                return nil
            }
            return try JSONDecoder().decode(CollageState.self, from: data)
        } catch let error as DecodingError {
            throw HikeFileError(
                "\(url.path) is damaged; remove it to start with a full look. (\(error))"
            )
        }
    }

    private struct Version: Decodable {
        var version: Int?
    }

    func write(_ state: CollageState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try DurableFile.write(encoder.encode(state), to: url)
    }

    static func data(of token: PHPersistentChangeToken) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    }

    static func token(from data: Data) throws -> PHPersistentChangeToken {
        guard
            let token = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHPersistentChangeToken.self,
                from: data
            )
        else {
            throw HikeFileError("The remembered token is damaged; start with --full.")
        }
        return token
    }
}
