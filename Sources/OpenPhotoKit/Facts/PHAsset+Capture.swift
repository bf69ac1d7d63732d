public import Photos
import PhotosStore

extension PHAsset {
    /// The camera, the lens and the exposure of a photo, as its files stated them when they were last read.
    public struct CaptureFacts: Hashable, Sendable {
        /// The maker of the camera.
        public var cameraMake: String?
        /// The model of the camera.
        public var cameraModel: String?
        /// The model of the lens.
        public var lensModel: String?
        /// The exposure time in seconds.
        public var exposureTime: Double?
        /// The f-number.
        public var aperture: Double?
        /// The ISO speed.
        public var iso: Double?
        /// The focal length in millimetres, without conversion to another size of sensor.
        public var focalLength: Double?
    }

    /// The camera, the lens and the exposure; nil for an asset without a library.
    ///
    /// Values that the files do not state are nil. Each call reads the library.
    public var captureFacts: CaptureFacts? {
        guard let source else { return nil }
        return source.library.read(orElse: nil) { library in
            let camera = try library.facts.recorded(ofAsset: source.row).original?.camera
            return CaptureFacts(
                cameraMake: camera?.make,
                cameraModel: camera?.model,
                lensModel: camera?.lens,
                exposureTime: camera?.exposureTime,
                aperture: camera?.aperture,
                iso: camera?.iso,
                focalLength: camera?.focalLength
            )
        }
    }
}
