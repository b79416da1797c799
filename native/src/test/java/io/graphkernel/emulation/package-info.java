/** Classes that emulated vendor libraries share; all are built with the module, and found by the tests of all modules. */
package io.graphkernel.emulation;
