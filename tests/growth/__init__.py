"""What a file costs against its size: generated shapes, each of which repeats one thing."""
