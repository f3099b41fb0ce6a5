<?php
/**
 * Removes what the plugin stored. Proofs are in visitors' browsers only, and end by themselves.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

$lintel_gate_sites = is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( get_current_blog_id() );
foreach ( $lintel_gate_sites as $lintel_gate_site ) {
	if ( is_multisite() ) {
		switch_to_blog( $lintel_gate_site );
	}
	delete_option( 'lintel_gate_settings' );
	delete_option( 'lintel_gate_secret' );
	// Other parts of the plugin keep their settings under names that begin alike.
	do_action( 'lintel_gate_uninstall' );
	if ( is_multisite() ) {
		restore_current_blog();
	}
}
