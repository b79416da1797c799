package io.graphkernel.conformance.target;

import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import java.util.List;

/** The counterpart of {@link AbacusTarget}: one device. */
final class AbacusPlugin implements DriverPlugin {

    static final String ID = "abacus";

    static final DeviceProperties PROPERTIES = new DeviceProperties("Abacus", "1", 1 << 24, 1024, 1, false, false);

    final AbacusDriver driver = new AbacusDriver();

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<DiscoveredDevice> find() {
        return List.of(DiscoveredDevice.usable(PROPERTIES, () -> driver));
    }
}
