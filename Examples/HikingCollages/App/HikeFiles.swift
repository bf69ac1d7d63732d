import HikingCollagesKit
import Photos

/// Reads the hikes that the user names.
enum HikeFiles {
    /// Nothing where the command line names no file.
    static func source(_ options: Options) throws -> HikeSource? {
        if let file = options.gpxFile {
            return .given(try GPXReader(timeZone: .current).hikes(in: Data(contentsOf: file)))
        }
        if let file = options.hikeList {
            return .given(try HikeListReader(timeZone: .current).hikes(in: Data(contentsOf: file)))
        }
        return nil
    }
}
