/**
 * What a call hands to each launch of a plan: which slot holds what, over what range it runs, and the memory between
 * launches. The stub of a short plan spells it out in Java; that of a long one has the run time walk it.
 */
package io.graphkernel.processor.launch;
