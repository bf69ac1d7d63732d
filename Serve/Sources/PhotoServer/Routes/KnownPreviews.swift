import Foundation
import HTTPTypes
import ServeRules

/// The previews in memory, and who may see them without the router.
struct KnownPreviews: Sendable {
    let admission: Admission
    let previews: PreviewCache
    let dates: DateText
    /// The headers that each answer with a file of the library has.
    let fileHeaders: HTTPFields

    /// Returns the whole answer to a request for a preview that was sent before; nil for all other requests, and for those that
    /// are refused.
    func answer(to head: HTTPRequest) -> PreviewAnswer? {
        // Where somebody picks, the router notes each request as a sign.
        guard admission.purpose == .library, head.method == .get, let path = head.path,
            let name = PreviewPath(path), let size = PreviewAnswer.size(ofFile: name.file),
            // The router closes the connection then.
            head.headerFields[.connection]?.lowercased() != "close"
        else { return nil }
        do {
            try admission.origin.check(head, path: path)
            // The library of another client may have to be opened first, which takes time.
            guard let credential = admission.credential(of: head), credential.grant.user == .owner
            else { return nil }
            let client = try admission.client(of: credential)
            try PreviewRoutes.audience.check(client, of: admission.purpose)
            guard
                let (photo, entry) = previews.known(name.photo, size, client.library.knownPhotos)
            else { return nil }
            try admission.requireUnlocked(isHidden: photo.isHidden, for: client)
            try admission.count(client)
            var answer = PreviewAnswer(
                photo,
                name.photo,
                size,
                entry.bytes,
                asked: name.tag,
                head.headerFields,
                others: fileHeaders
            )
            let date = dates.text(at: Date().timeIntervalSince1970)
            answer.headers.append(HTTPField(name: .date, value: date))
            return answer
        } catch {
            return nil
        }
    }
}
