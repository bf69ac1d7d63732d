package import PhotosMedia

/// Writes small movies, MOV or MP4, whose frames are JPEG pictures.
package struct MovieWriter: Sendable {
    package enum Container: Sendable {
        case quickTime
        case mpeg4
    }

    package var container: Container
    /// JPEG files, all of the same size.
    package var frames: [[UInt8]]
    package var width: Int
    package var height: Int
    package var framesPerSecond: Int
    package var orientation: ImageOrientation
    /// The time in the movie's header, in seconds since 1970.
    package var creationTime: Int?
    /// The keys, such as "com.apple.quicktime.creationdate", and their texts.
    package var metadata: [String: String]
    /// A position in the user data, in the form of other cameras than Apple's ("+48.1000-016.3000/").
    package var userDataLocation: String?

    package init(
        container: Container,
        frames: [[UInt8]],
        width: Int,
        height: Int,
        framesPerSecond: Int = 10,
        orientation: ImageOrientation = .up,
        creationTime: Int? = nil,
        metadata: [String: String] = [:],
        userDataLocation: String? = nil
    ) {
        precondition(!frames.isEmpty, "A movie has at least one frame.")
        self.container = container
        self.frames = frames
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.orientation = orientation
        self.creationTime = creationTime
        self.metadata = metadata
        self.userDataLocation = userDataLocation
    }

    /// The number of ticks in a second, divisible by the usual frame rates.
    private static let timeScale = 600

    private var isQuickTime: Bool { container == .quickTime }
    private var frameTicks: Int { Self.timeScale / framesPerSecond }
    private var duration: Int { frameTicks * frames.count }

    /// The time in seconds since 1904, as in movies; 0 if none is stated.
    private var creationSeconds: Int { creationTime.map { $0 + 2_082_844_800 } ?? 0 }

    /// Returns a complete file.
    package func data() -> [UInt8] {
        let start = Self.box("ftyp") {
            $0.text(isQuickTime ? "qt  " : "mp42")
            $0.uint32(0)
            for brand in isQuickTime ? ["qt  "] : ["mp42", "isom"] { $0.text(brand) }
        }
        // Offsets have a fixed width, so the first attempt gives the length of the description.
        let length = movie(framesAt: 0).count
        let description = movie(framesAt: start.count + length + 8)
        return start + description + Self.box("mdat") { for frame in frames { $0.append(frame) } }
    }

    private func movie(framesAt offset: Int) -> [UInt8] {
        Self.box("moov") {
            $0.append(movieHeader())
            $0.append(track(framesAt: offset))
            if let userDataLocation {
                $0.append(userData(userDataLocation))
            }
            if !metadata.isEmpty { $0.append(metadataBox()) }
        }
    }

    private func movieHeader() -> [UInt8] {
        Self.box("mvhd") {
            $0.uint32(0)
            $0.uint32(creationSeconds)
            $0.uint32(creationSeconds)
            $0.uint32(Self.timeScale)
            $0.uint32(duration)
            $0.uint32(0x0001_0000)
            $0.uint16(0x0100)
            $0.zeros(10)
            Self.matrix(.up, width: width, height: height, &$0)
            $0.zeros(24)
            $0.uint32(2)
        }
    }

    private func track(framesAt offset: Int) -> [UInt8] {
        Self.box("trak") {
            $0.append(
                Self.box("tkhd") {
                    $0.uint32(7)
                    $0.uint32(creationSeconds)
                    $0.uint32(creationSeconds)
                    $0.uint32(1)
                    $0.uint32(0)
                    $0.uint32(duration)
                    $0.zeros(16)
                    Self.matrix(orientation, width: width, height: height, &$0)
                    $0.uint32(width << 16)
                    $0.uint32(height << 16)
                }
            )
            $0.append(
                Self.box("mdia") {
                    $0.append(
                        Self.box("mdhd") {
                            $0.uint32(0)
                            $0.uint32(creationSeconds)
                            $0.uint32(creationSeconds)
                            $0.uint32(Self.timeScale)
                            $0.uint32(duration)
                            $0.uint32(0x55C4_0000)
                        }
                    )
                    $0.append(handler("vide", component: isQuickTime ? "mhlr" : "\0\0\0\0"))
                    $0.append(mediaInformation(framesAt: offset))
                }
            )
        }
    }

    private func handler(_ type: String, component: String) -> [UInt8] {
        Self.box("hdlr") {
            $0.uint32(0)
            $0.text(component)
            $0.text(type)
            $0.zeros(12)
            $0.uint8(0)
        }
    }

    private func mediaInformation(framesAt offset: Int) -> [UInt8] {
        Self.box("minf") {
            $0.append(
                Self.box("vmhd") {
                    $0.uint32(1)
                    $0.zeros(8)
                }
            )
            $0.append(
                Self.box("dinf") {
                    $0.append(
                        Self.box("dref") {
                            $0.uint32(0)
                            $0.uint32(1)
                            $0.append(Self.box(isQuickTime ? "alis" : "url ") { $0.uint32(1) })
                        }
                    )
                }
            )
            $0.append(sampleTable(framesAt: offset))
        }
    }

    private func metadataBox() -> [UInt8] {
        let keys = metadata.keys.sorted()
        return Self.box("meta") {
            // QuickTime's form of this box has no version. Cameras write this form into both containers.
            $0.append(handler("mdta", component: "\0\0\0\0"))
            $0.append(
                Self.box("keys") {
                    $0.uint32(0)
                    $0.uint32(keys.count)
                    for key in keys { $0.append(Self.box("mdta") { $0.text(key) }) }
                }
            )
            $0.append(
                Self.box("ilst") {
                    for (index, key) in keys.enumerated() {
                        var value = ByteWriter()
                        value.append(
                            Self.box("data") {
                                $0.uint32(1)
                                $0.uint32(0)
                                $0.text(metadata[key, default: ""])
                            }
                        )
                        $0.uint32(value.bytes.count + 8)
                        $0.uint32(index + 1)
                        $0.append(value.bytes)
                    }
                }
            )
        }
    }

    private func userData(_ location: String) -> [UInt8] {
        Self.box("udta") {
            $0.uint32(location.utf8.count + 12)
            $0.append([0xA9, 0x78, 0x79, 0x7A])
            $0.uint16(location.utf8.count)
            $0.uint16(0x15C7)
            $0.text(location)
        }
    }

    static func box(_ type: String, _ build: (inout ByteWriter) -> Void) -> [UInt8] {
        let content = ByteWriter(build).bytes
        var out = ByteWriter()
        out.uint32(content.count + 8)
        out.text(type)
        out.append(content)
        return out.bytes
    }
}
