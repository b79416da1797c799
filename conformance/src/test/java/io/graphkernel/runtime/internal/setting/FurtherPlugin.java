package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.internal.device.DevicePlugin;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import java.util.ArrayList;
import java.util.List;

/** A plugin of a test at the end of the runtime's list, until it is closed. */
public final class FurtherPlugin implements AutoCloseable {

    private final List<DevicePlugin> before = DevicePlugins.registered;
    private final Devices found = Devices.found;

    /**
     * Puts a plugin into the list. Devices are numbered again if it has some, so that a test makes one of these at most.
     *
     * @param plugin the plugin
     */
    public FurtherPlugin(DevicePlugin plugin) {
        List<DevicePlugin> plugins = new ArrayList<>(before);
        plugins.add(plugin);
        DevicePlugins.registered = List.copyOf(plugins);
        if (plugin instanceof DriverPlugin) {
            Devices.found = new Devices(plugins);
        }
    }

    @Override
    public void close() {
        DevicePlugins.registered = before;
        Devices.found = found;
    }
}
