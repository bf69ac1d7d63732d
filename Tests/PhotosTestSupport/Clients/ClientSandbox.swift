public import Foundation
import MediaSynthesis
import PhotosMedia
import PhotosPaths
import PhotosSearch

/// What client code finds when it runs in a process of its own: an empty shared library, and files to import.
///
/// Only for exit tests: the environment that it sets names the library that `PHPhotoLibrary.shared()` opens, once and
/// for the whole process. Public, though no product has it, because the clients are compiled outside the package.
public struct ClientSandbox: Sendable {
    /// The folder of everything, which the end of ``run(_:)`` removes.
    public let folder: URL

    /// Runs client code over a new library.
    public static func run(_ client: (ClientSandbox) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("client-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("PHOTOKIT_LIBRARY", folder.appendingPathComponent("Client.photolib").path, 1)
        setenv("XDG_STATE_HOME", folder.appendingPathComponent("state").path, 1)
        // Where Foundation keeps the defaults of users.
        setenv("CFFIXED_USER_HOME", folder.path, 1)
        try await client(ClientSandbox(folder: folder))
    }

    /// Runs client code that works with files alone: there is no library, and it needs no process of its own.
    public static func files<Result>(
        _ client: (ClientSandbox) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("client-files-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await client(ClientSandbox(folder: folder))
    }

    /// Writes a picture; different seeds give different bytes.
    public func picture(_ name: String, seed: UInt8 = 0, width: Int = 32) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(TestJPEG(width: width, seed: seed).data()).write(to: url)
        return url
    }

    /// Writes a picture of 64 by 48 pixels, turned by a quarter to the right, with what a camera would say of it.
    public func cameraPicture(_ name: String) throws -> URL {
        let fields = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            subSeconds: "25",
            offset: "+02:00",
            orientation: 6,
            make: "Apple",
            model: "iPhone 15",
            lensModel: "back camera",
            description: "A hut",
            userComment: "By the lake",
            place: .init(
                latitude: -33.5,
                longitude: 151.25,
                altitude: 12.5,
                dateStamp: "2024:05:01",
                timeStamp: [10, 30, 5]
            ),
            contentIdentifier: "5A7D"
        )
        let url = folder.appendingPathComponent(name)
        try Data(TestJPEG(width: 64, height: 48, exif: fields).data()).write(to: url)
        return url
    }

    /// Writes a movie; different seeds give different bytes.
    public func movie(_ name: String, seed: UInt8 = 0) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(TestMovie(.quickTime, seed: seed).data()).write(to: url)
        return url
    }

    /// Writes a QuickTime movie with what a camera would say of it.
    public func cameraMovie(_ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name)
        let movie = TestMovie(
            .quickTime,
            creationTime: 1_714_560_000,
            metadata: [
                "com.apple.quicktime.creationdate": "2024-05-01T12:30:00+0200",
                "com.apple.quicktime.location.ISO6709": "-33.5000+151.2500+012.500/",
                "com.apple.quicktime.make": "Apple",
                "com.apple.quicktime.model": "iPhone 15",
                "com.apple.quicktime.content.identifier": "5A7D",
                "org.example.own": "7",
            ],
            userDataLocation: "-33.5000+151.2500/"
        )
        try Data(movie.data()).write(to: url)
        return url
    }

    /// Writes a QuickTime movie of 64 by 48 pixels with four frames a second, in which each second has another colour.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - seconds: The duration.
    ///   - isTurned: Whether the movie is shown turned by a quarter to the right.
    /// - Returns: The URL of the file.
    /// - Throws: An error of the disk.
    public func colorMovie(_ name: String, seconds: Int, isTurned: Bool = false) throws -> URL {
        let url = folder.appendingPathComponent(name)
        let movie = ColorMovie(seconds: seconds, orientation: isTurned ? .right : .up)
        try Data(movie.data()).write(to: url)
        return url
    }

    /// Returns the second of ``colorMovie(_:seconds:isTurned:)`` whose colour a pixel has; nil if none has it.
    public static func second(red: UInt8, green: UInt8, blue: UInt8) -> Int? {
        ColorMovie.second(red: red, green: green, blue: blue)
    }

    /// Gives the shared library a table of places.
    ///
    /// - Parameter text: Lines with commas below the heading `lat,lon,name,admin1,admin2,cc,zone`.
    /// - Throws: An error of the disk, or of a line that is no place.
    public func usePlaces(_ text: String) throws {
        let library = folder.appendingPathComponent("Client.photolib", isDirectory: true)
        let derived = PlaceTablePath.derived(inLibrary: library)
        let table = PlaceTablePath.url(inDerived: derived)
        try FileManager.default.createDirectory(
            at: table.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let tables = PlaceTableWriter.tables(of: try PlaceFile.places(in: Data(text.utf8)))
        try tables.zones?.write(to: PlaceTablePath.zones(inDerived: derived))
        try tables.places.write(to: table)
    }

    /// Makes and names an empty folder.
    public func emptyFolder(_ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }
}
