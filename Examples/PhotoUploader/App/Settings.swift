import Foundation
import Photos

/// The server, from `~/.config/photo-uploader.json`: `{"folder": "https://…/", "user": "…", "password": "…"}`.
struct Settings: Decodable {
    private var folder: URL
    private var user: String
    private var password: String

    static func read() throws -> Settings {
        let home = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
        let file = home.appendingPathComponent(".config/photo-uploader.json")
        return try JSONDecoder().decode(Settings.self, from: Data(contentsOf: file))
    }

    /// The request that stores a photo.
    ///
    /// Its identifier is a part of the name, because many photos are called IMG_0001.JPG.
    func request(for resource: PHAssetResource) -> URLRequest {
        let asset = resource.assetLocalIdentifier.prefix { $0 != "/" }
        let name = "\(asset)-\(resource.originalFilename)"
        var request = URLRequest(url: folder.appendingPathComponent(name))
        request.httpMethod = "PUT"
        let key = Data("\(user):\(password)".utf8).base64EncodedString()
        request.setValue("Basic \(key)", forHTTPHeaderField: "Authorization")
        return request
    }
}
