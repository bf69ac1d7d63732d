package import MediaSynthesis
package import PhotosMedia

/// A small movie that any program can play: JPEG frames in a MOV or MP4 file.
package struct TestMovie {
    package var writer: MovieWriter

    package init(
        _ container: MovieWriter.Container,
        width: Int = 32,
        height: Int = 24,
        frameCount: Int = 3,
        framesPerSecond: Int = 10,
        orientation: ImageOrientation = .up,
        creationTime: Int? = nil,
        metadata: [String: String] = [:],
        userDataLocation: String? = nil,
        seed: UInt8 = 0
    ) {
        let frames = (0..<frameCount).map { index in
            TestJPEG(width: width, height: height, seed: seed &+ UInt8(index * 16 % 256)).data()
        }
        writer = MovieWriter(
            container: container,
            frames: frames,
            width: width,
            height: height,
            framesPerSecond: framesPerSecond,
            orientation: orientation,
            creationTime: creationTime,
            metadata: metadata,
            userDataLocation: userDataLocation
        )
    }

    /// The whole file.
    package func data() -> [UInt8] {
        writer.data()
    }
}
