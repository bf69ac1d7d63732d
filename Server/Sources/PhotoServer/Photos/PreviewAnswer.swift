import HTTPTypes
import NIOCore
import OpenPhotoKit
import ServeRules

/// The answer to a request for a preview.
struct PreviewAnswer {
    /// The pattern of the route.
    static let route = "/preview/{tag}/{id}/{file}"

    private static let type = HTTPField(name: .contentType, value: "image/jpeg")
    private static let lasting = HTTPField(
        name: .cacheControl,
        value: "private, max-age=31536000, immutable"
    )
    private static let fleeting = HTTPField(name: .cacheControl, value: "private, no-store")

    let status: HTTPResponse.Status
    var headers: HTTPFields
    /// The picture; nil where the client has it already.
    let bytes: ByteBuffer?

    /// Returns the size that a file name in an address stands for.
    static func previewSize(forFile name: some StringProtocol) -> LibraryPreviews.Size? {
        switch name {
        case "grid.jpg": .grid
        case "screen.jpg": .screen
        default: nil
        }
    }

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - photo: The photo as it is now.
    ///   - name: Its identifier.
    ///   - size: The size of the preview.
    ///   - bytes: The picture.
    ///   - tag: The tag in the address.
    ///   - request: The headers of the request.
    ///   - others: Headers that the answer has, too.
    init(
        of photo: KnownPhotos.Photo,
        name: ObjectName,
        size: LibraryPreviews.Size,
        bytes: ByteBuffer,
        requestedTag tag: some StringProtocol,
        requestHeaders request: HTTPFields,
        others: HTTPFields = [:]
    ) {
        let entityTag = EntityTag("\(name.uuid)-\(photo.tag)-\(size.rawValue)")
        let isKnown = entityTag.matches(ifNoneMatch: request[.ifNoneMatch])
        var headers = others
        headers.append(Self.type)
        headers.append(HTTPField(name: .eTag, value: entityTag.header))
        // An address of another version shows the present one for the moment.
        headers.append(tag == photo.tag ? Self.lasting : Self.fleeting)
        if !isKnown {
            headers.append(HTTPField(name: .contentLength, value: String(bytes.readableBytes)))
        }
        status = isKnown ? .notModified : .ok
        self.headers = headers
        self.bytes = isKnown ? nil : bytes
    }
}
