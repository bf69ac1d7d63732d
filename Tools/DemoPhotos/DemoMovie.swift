import Foundation
import MediaSynthesis
import PhotosMedia

/// A look across the lake: a picture wider than the frame, over which the frame moves.
struct DemoMovie {
    var hike: DemoHike
    var share: Double

    private let size = (width: 640, height: 480)
    private let frameCount = 36

    /// The whole MOV file with its time and place.
    func file() -> Data {
        let scene = Scene(
            subject: .lake,
            hour: hike.hour(at: share),
            seed: 4711,
            clouds: hike.clouds,
            snow: hike.snow
        )
        let view = ScenePainter.paint(scene, width: 860, height: size.height)
            .developed(grain: 0.01, seed: 1)
        let frames = (0..<frameCount).map { index in
            let left = index * (view.width - size.width) / (frameCount - 1)
            let frame = RasterImage(width: size.width, height: size.height) { column, row in
                view[left + column, row]
            }
            return JPEGEncoder(quality: 80).encode(frame)
        }
        let time = hike.time(at: share)
        let point = hike.route.point(at: share)
        let place = String(
            format: "%+08.4f%+09.4f%+.1f/",
            point.latitude,
            point.longitude,
            point.elevation
        )
        let stamp = CameraTime.local(time).split(separator: " ")
        let day = stamp[0].replacingOccurrences(of: ":", with: "-")
        let writer = MovieWriter(
            container: .quickTime,
            frames: frames,
            width: size.width,
            height: size.height,
            framesPerSecond: 12,
            creationTime: Int(time.timeIntervalSince1970),
            metadata: [
                "com.apple.quicktime.creationdate":
                    "\(day)T\(stamp[1])\(CameraTime.offset.replacingOccurrences(of: ":", with: ""))",
                "com.apple.quicktime.location.ISO6709": place,
                "com.apple.quicktime.make": "OpenPhotoKit",
                "com.apple.quicktime.model": "Demo Camera",
            ]
        )
        return Data(writer.data())
    }
}
