<?php
// Installs WordPress into an empty database, as wp-admin/install.php does, and makes the bench's choices.
// Arguments: the folder of WordPress, the site's address.
list( , $folder, $address ) = $argv;

define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST']      = preg_replace( '#^https?://#', '', $address );
$_SERVER['REQUEST_URI']    = '/';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['HTTPS']          = 'on';

// Nobody reads the administrator's letter.
function wp_mail() {
	return true;
}

require $folder . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install( 'Bench', 'admin', 'admin@example.com', true, '', 'bench-password', 'en_US' );
update_option( 'siteurl', $address );
update_option( 'home', $address );
update_option( 'comment_previously_approved', 0 );
switch_theme( 'bench' );
global $wp_rewrite;
$wp_rewrite->set_permalink_structure( '/%postname%/' );
update_option( 'rewrite_rules', '' );
echo 'installed';
