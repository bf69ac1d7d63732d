import Foundation

/// Paints the photos of three hikes that nobody walked, for the demo.
@main
struct DemoPhotos {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last,
            !path.hasPrefix("-")
        else {
            FileHandle.standardError.write(
                Data(
                    """
                    usage: DemoPhotos FOLDER
                    Writes FOLDER/Photos, FOLDER/Later (to be added later) and FOLDER/hikes.gpx.

                    """.utf8
                )
            )
            exit(64)
        }
        try await write(to: URL(fileURLWithPath: path, isDirectory: true))
    }

    private static func write(to folder: URL) async throws {
        let photos = folder.appendingPathComponent("Photos")
        let later = folder.appendingPathComponent("Later")
        for folder in [photos, later] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let hikes = DemoHike.all
        try Data(GPXWriter.document(of: hikes).utf8)
            .write(to: folder.appendingPathComponent("hikes.gpx"))

        let pictures = pictures(of: hikes)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try DemoMovie(hike: hikes[0], share: 0.235).file()
                    .write(to: photos.appendingPathComponent("IMG_2100.MOV"))
            }
            for picture in pictures {
                group.addTask {
                    let folder = picture.shot.isLate ? later : photos
                    try picture.file().write(to: folder.appendingPathComponent(picture.name))
                }
            }
            try await group.waitForAll()
        }
        let late = pictures.count(where: \.shot.isLate)
        print("\(pictures.count - late) photos and a movie are in \(photos.path),")
        print("\(late) more photos in \(later.path).")
    }

    private static func pictures(of hikes: [DemoHike]) -> [DemoPicture] {
        var pictures: [DemoPicture] = []
        for (day, hike) in hikes.enumerated() {
            for shot in hike.shots {
                let number = 2041 + pictures.count
                pictures.append(
                    DemoPicture(
                        name: "IMG_\(number).JPG",
                        hike: hike,
                        shot: shot,
                        seed: day * 1000 + number
                    )
                )
            }
        }
        return pictures
    }
}
