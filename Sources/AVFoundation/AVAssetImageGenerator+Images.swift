public import CoreGraphics
public import CoreMedia

extension AVAssetImageGenerator {
    /// The images of a movie at several times, in the order of the times.
    public struct Images: AsyncSequence, Sendable {
        /// The image at one time, or the reason why there is none.
        public enum Element: Sendable {
            /// There is an image.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// There is no image.
            case failure(requestedTime: CMTime, error: any Error)

            /// The requested time.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }

            /// The image; reading it throws the error if there is none.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): return image
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// The time at which the frame begins; reading it throws the error if there is no image.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): return time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        /// The state of one walk over the images.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let generator: AVAssetImageGenerator
            var times: ArraySlice<CMTime>

            /// Makes the next image; nil after the last one.
            public mutating func next() async -> Element? {
                guard let time = times.popFirst() else { return nil }
                do {
                    let made = try await generator.image(at: time)
                    return .success(
                        requestedTime: time,
                        image: made.image,
                        actualTime: made.actualTime
                    )
                } catch {
                    return .failure(requestedTime: time, error: error)
                }
            }
        }

        let generator: AVAssetImageGenerator
        let times: [CMTime]

        /// Begins with the first time.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(generator: generator, times: times[...])
        }
    }
}
