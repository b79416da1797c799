/**
 * Where programs run: the devices that the plugins find, the target that a setting demands, and the settings as a whole.
 */
package io.graphkernel.runtime.internal.setting;
