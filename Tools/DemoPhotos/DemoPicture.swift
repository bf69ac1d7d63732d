import Foundation
import MediaSynthesis
import PhotosMedia

/// One picture of a demo hike, ready to be painted.
struct DemoPicture {
    var name: String
    var hike: DemoHike
    var shot: DemoHike.Shot
    var seed: Int

    private static let longSide = 1200
    private static let shortSide = 900

    /// The whole JPEG file with what a camera would note.
    func file() -> Data {
        let picture = ScenePainter.paint(
            scene,
            width: shot.isUpright ? Self.shortSide : Self.longSide,
            height: shot.isUpright ? Self.longSide : Self.shortSide
        ).developed(grain: 0.018, seed: seed, turned: shot.isUpright)
        return Data(JPEGEncoder(quality: 88).encode(picture, exif: exif.block()))
    }

    private var scene: Scene {
        Scene(
            subject: shot.subject,
            hour: hike.hour(at: shot.share),
            seed: seed,
            clouds: hike.clouds,
            snow: hike.snow
        )
    }

    private var exif: ExifFields {
        let point = hike.route.point(at: shot.share)
        let time = hike.time(at: shot.share)
        return ExifFields(
            dateTimeOriginal: CameraTime.local(time),
            offset: CameraTime.offset,
            orientation: shot.isUpright ? 6 : 1,
            make: "OpenPhotoKit",
            model: "Demo Camera",
            place: ExifFields.Place(
                latitude: point.latitude,
                longitude: point.longitude,
                altitude: point.elevation,
                horizontalError: 6,
                dateStamp: CameraTime.day(time),
                timeStamp: CameraTime.clock(time)
            )
        )
    }
}
