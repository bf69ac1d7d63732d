// Prints which photos were inserted, updated or deleted since the last start.
import Photos

let file = URL(fileURLWithPath: "last.token")

func archivedToken() throws -> PHPersistentChangeToken? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
}

func keep(_ token: PHPersistentChangeToken) throws {
    try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        .write(to: file)
}

let library = PHPhotoLibrary.shared()
do {
    guard let token = try archivedToken() else {
        throw PHPhotosError(.persistentChangeTokenExpired)
    }
    for change in try library.fetchPersistentChanges(since: token) {
        let details = try change.changeDetails(for: .asset)
        print("inserted", details.insertedLocalIdentifiers)
        print("updated", details.updatedLocalIdentifiers)
        print("deleted", details.deletedLocalIdentifiers)
        try keep(change.changeToken)
    }
} catch PHPhotosError.persistentChangeTokenExpired,
    PHPhotosError.persistentChangeDetailsUnavailable
{
    // Read the token first: the next start then reports changes made meanwhile.
    let token = library.currentChangeToken
    print("\(PHAsset.fetchAssets(with: nil).count) photos. The next start prints what changed.")
    try keep(token)
}
