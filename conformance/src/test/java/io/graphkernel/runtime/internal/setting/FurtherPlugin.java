package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.internal.device.DevicePlugin;
import java.util.ArrayList;
import java.util.List;

/** A plugin of a test at the end of the run time's list, until it is closed. */
public final class FurtherPlugin implements AutoCloseable {

    private final List<DevicePlugin> before = DevicePlugins.all;

    /**
     * Puts a plugin into the list.
     *
     * @param plugin the plugin
     */
    public FurtherPlugin(DevicePlugin plugin) {
        List<DevicePlugin> all = new ArrayList<>(before);
        all.add(plugin);
        DevicePlugins.all = List.copyOf(all);
    }

    @Override
    public void close() {
        DevicePlugins.all = before;
    }
}
