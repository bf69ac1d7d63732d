print("HikingCollages")
