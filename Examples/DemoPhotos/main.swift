print("DemoPhotos")
