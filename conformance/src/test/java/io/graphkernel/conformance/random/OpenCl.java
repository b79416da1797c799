package io.graphkernel.conformance.random;

import io.graphkernel.conformance.CaseForms;
import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.runtime.Device;
import java.util.Optional;

/** The OpenCL device of random programs. */
final class OpenCl {

    /** Of so many compilations, those of the normal run, the first is run on OpenCL: a driver builds whole classes. */
    private static final int COMPILATIONS = 4;

    private static final Optional<Device> DEVICE = OpenClDevice.find();

    private OpenCl() {}

    /** Empty if there is none, which has been printed. */
    static Optional<Device> device() {
        return DEVICE;
    }

    /** Whether the programs of a compilation are run there; those that shrink a failure are. */
    static boolean takes(int compilation) {
        return DEVICE.isPresent() && (CaseForms.isExhaustive() || compilation == 0 || compilation >= COMPILATIONS);
    }
}
