import HikingCollagesKit
import Photos

/// Reads the hikes that the user names.
enum HikeFiles {
    /// Nothing where the command line names no file.
    static func source(_ options: Options) throws -> HikeSource? {
        if let file = options.gpxFile {
            return .given(try GPXReader(timeZone: .current).hikes(in: content(of: file)))
        }
        if let file = options.hikeList {
            return .given(try HikeListReader(timeZone: .current).hikes(in: content(of: file)))
        }
        return nil
    }

    private static func content(of file: URL) throws -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw HikeFileError("\(file.path) cannot be read. \(error.localizedDescription)")
        }
    }
}
