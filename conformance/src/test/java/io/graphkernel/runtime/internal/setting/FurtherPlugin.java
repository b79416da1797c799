package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.internal.device.DevicePlugin;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import java.util.ArrayList;
import java.util.List;

/** A plugin of a test at the end of the run time's list, until it is closed. */
public final class FurtherPlugin implements AutoCloseable {

    private final List<DevicePlugin> before = DevicePlugins.all;
    private final Devices found = Devices.found;

    /**
     * Puts a plugin into the list. Devices are numbered anew if it has some, so that a test makes one of these at most.
     *
     * @param plugin the plugin
     */
    public FurtherPlugin(DevicePlugin plugin) {
        List<DevicePlugin> all = new ArrayList<>(before);
        all.add(plugin);
        DevicePlugins.all = List.copyOf(all);
        if (plugin instanceof DriverPlugin) {
            Devices.found = new Devices(all);
        }
    }

    @Override
    public void close() {
        DevicePlugins.all = before;
        Devices.found = found;
    }
}
