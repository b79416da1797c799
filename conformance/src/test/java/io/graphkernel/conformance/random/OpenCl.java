package io.graphkernel.conformance.random;

import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.runtime.Device;
import java.util.Optional;

/** The OpenCL device of random programs. */
final class OpenCl {

    /** One class of so many is run on OpenCL: a driver builds whole classes, in more time than all the rest takes. */
    private static final int CLASSES = 10;

    private static final Optional<Device> DEVICE = OpenClDevice.find();

    private OpenCl() {}

    /** Empty if there is none, which has been printed. */
    static Optional<Device> device() {
        return DEVICE;
    }

    /** Whether all programs of a class, counted from 0, are run there; those that shrink a failure are anyway. */
    static boolean takes(long number) {
        return DEVICE.isPresent() && number % CLASSES == 0;
    }
}
